// React's development build records each render for a profiler, which takes a tenth of the time.
// Must load before React.
Object.assign(console, { timeStamp: undefined, createTask: undefined })
