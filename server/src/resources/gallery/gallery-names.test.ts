import { expect, test } from 'vitest'
import { testApp } from '../../testing/test-app.ts'

test('accepts Nursing for NursingHospital and returns 404 for an unknown gallery', async () => {
  const server = await testApp()
  const { bearer } = await server.signIn(['Nursing'])
  const remove = (section: string) =>
    server.app.inject({ method: 'DELETE', url: `/api/galleryphoto/${section}/${'a'.repeat(24)}`, headers: bearer })
  expect((await remove('Nursing')).json().message).toBe((await remove('NursingHospital')).json().message)
  expect((await remove('Temple')).statusCode).toBe(404)
  await server.close()
})
