import { expect, type Page } from '@playwright/test'
import type { SevadeskServer } from './sevadesk-server.ts'

/** Adds a donor as the user who is signed in on the page, and returns the id. */
export async function addDonor(page: Page, server: SevadeskServer, name: string): Promise<string> {
  const headers = { origin: new URL(server.panelUrl).origin }
  const response = await page.request.post(`${server.apiUrl}/api/donors`, { data: { name }, headers })
  expect(response.ok(), await response.text()).toBe(true)
  return String((await response.json()).data._id)
}
