/** A row of `donations` with the field names of the contract, for a floor. */
export function donationJson(row: Record<string, unknown>): object {
  return {
    _id: row.id,
    donorName: row.donor_name,
    donorEmail: row.donor_email,
    donorPhone: row.donor_phone,
    amount: row.amount,
    currency: row.currency,
    purpose: row.purpose,
    localStatus: row.status,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    razorpay: { orderId: row.order_id, paymentId: row.payment_id, signature: null },
    receipt:
      row.receipt_token === null
        ? null
        : { token: row.receipt_token, expiresAt: row.receipt_expires_at, number: row.receipt_number },
    paymentMethod: row.payment_method,
    donorAddress: row.donor_address,
    donorPan: row.donor_pan,
    ...(row.purpose_id !== null && { purposeId: row.purpose_id }),
  }
}
