#!/bin/sh
# Makes the videos of this folder with ffmpeg 5.1. Four seconds of a test picture whose
# upper third is green for three seconds and blue in the last, so that a test can see where playing stands.
# h264.mp4 has its index (moov) at the end, as a phone writes it: without range requests nobody can seek in it.
set -eu
cd "$(dirname "$0")"
upper="drawbox=w=iw:h=ih/3:t=fill:color=0x22aa44:enable='lt(t,3)',drawbox=w=iw:h=ih/3:t=fill:color=0x2244cc:enable='gte(t,3)'"
picture() { echo "testsrc2=size=$1:rate=$2:duration=4,$upper,format=yuv420p"; }
run() { ffmpeg -hide_banner -loglevel error -y "$@"; }
sound='sine=frequency=440:duration=4'

run -f lavfi -i "$(picture 480x270 24)" -f lavfi -i "$sound" \
  -c:v libx264 -profile:v baseline -g 24 -crf 26 -c:a aac -b:a 64k -bitexact h264.mp4
run -f lavfi -i "$(picture 480x270 24)" -c:v libvpx -b:v 400k -g 24 -bitexact vp8.webm
run -f lavfi -i "$(picture 160x90 10)" -c:v libx265 -x265-params log-level=error -tag:v hvc1 -bitexact hevc.mp4
