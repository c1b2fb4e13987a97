import { describe, expect, test } from 'vitest'
import { findGallery, landingPath, mayOpen, SECTION_KEYS, sectionAt } from './section.ts'

const admin = (...sections: string[]) => ({ role: 'admin', sections })

describe('mayOpen', () => {
  test('allows everything to superadmins and holders of All', () => {
    expect(mayOpen({ role: 'superadmin', sections: [] }, 'Donations')).toBe(true)
    expect(mayOpen(admin('All'), 'School')).toBe(true)
  })

  test('allows a key to open only its own section', () => {
    expect(mayOpen(admin('Events'), 'Events')).toBe(true)
    expect(mayOpen(admin('Events'), 'Donations')).toBe(false)
  })

  test('allows Gallery to open every gallery page, and a gallery key only its own', () => {
    expect(mayOpen(admin('Gallery'), 'Nursing')).toBe(true)
    expect(mayOpen(admin('School'), 'School')).toBe(true)
    expect(mayOpen(admin('School'), 'Nursing')).toBe(false)
    expect(mayOpen(admin('School'), 'Gallery')).toBe(false)
  })

  test('grants nothing for missing or malformed fields', () => {
    expect(mayOpen({}, 'Dashboard')).toBe(false)
    expect(mayOpen({ role: null, sections: null }, 'Dashboard')).toBe(false)
    expect(mayOpen({ role: 'admin', sections: 'All' as never }, 'Dashboard')).toBe(false)
  })
})

describe('landingPath', () => {
  test.each([
    [{ role: 'superadmin', sections: [] }, '/dashboard'],
    [admin('All'), '/dashboard'],
    [admin('LoginSessions', 'Events'), '/events'],
    [admin('Gallery', 'Events'), '/gaushala'],
    [admin('Events', 'School'), '/school'],
    [admin('Nursing'), '/Nursing'],
    [admin('NoSuchSection'), '/403'],
    [admin(), '/403'],
  ])('%j lands on %s', (holder, path) => {
    expect(landingPath(holder)).toBe(path)
  })

  test('returns a page for every single key', () => {
    for (const key of SECTION_KEYS) expect(landingPath(admin(key))).not.toBe('/403')
  })
})

test('finds a gallery by name or key, ignoring case', () => {
  expect(findGallery('NursingHospital')?.key).toBe('Nursing')
  expect(findGallery('Nursing')?.name).toBe('NursingHospital')
  expect(findGallery('eyehospital')?.key).toBe('EyeHospital')
  expect(findGallery('Temple')).toBeUndefined()
})

test('finds the section of a path, ignoring case and a slash at the end', () => {
  expect(sectionAt('/donations')).toBe('Donations')
  expect(sectionAt('/nursing/')).toBe('Nursing')
  expect(sectionAt('/GAUSHALA')).toBe('Gaushala')
  expect(sectionAt('/donations/7')).toBeUndefined()
  expect(sectionAt('/')).toBeUndefined()
})
