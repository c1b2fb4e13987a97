import type { CrossHostServer } from './cross-host-server.ts'

/** Makes a donation through the public calls and the fake Razorpay. */
export async function addDonation({ sevadesk, razorpay }: CrossHostServer): Promise<{ id: string; number: string }> {
  const call = async (path: string, body: object) => {
    const response = await fetch(`${sevadesk.apiUrl}/api/donate/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const { data } = (await response.json()) as { data: { orderId: string } }
    return data
  }
  const { orderId } = await call('order', { amount: 501_00, donorName: 'Asha Kumari' })
  await call('verify', razorpay.pay(orderId))
  const [row] = await sevadesk.sql.all('select id, receipt_number from donations where order_id = ?', orderId)
  return { id: String(row?.id), number: String(row?.receipt_number) }
}
