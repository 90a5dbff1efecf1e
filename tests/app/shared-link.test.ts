// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest'
import { byLink } from '../../src/app/by-link'

beforeEach(() => {
  sessionStorage.clear()
  localStorage.clear()
  vi.resetModules()
})
/** The token that a page takes which opens at an address. */
const openAt = async (address: string, kept: string | null = null): Promise<string | null> => {
  window.history.replaceState(null, '', address)
  vi.resetModules()
  return (await import('../../src/app/shared-link')).linkToken(async () => kept)
}

test.each(['/share', '/share/', '/share//', '/Share', '/SHARE/'])(
  'the token leaves the address %s',
  async (pathname) => {
    expect(await openAt(`${pathname}?share=abc`)).toBe('abc')
    expect(window.location.href).not.toContain('abc')
    expect([window.location.pathname, window.location.search]).toEqual(['/', ''])
  },
)

test('no other address has a token', async () => {
  expect(await openAt('/shares?share=abc')).toBeNull()
  expect(window.location.search).toBe('?share=abc')
})

test('the use of a page that a link opened is its own: other tabs hear nothing of it', () => {
  const { activity } = byLink('abc', 1_000)
  expect(activity.read(5_000)).toBe(1_000)
  activity.mark(60_000)
  expect(activity.read(70_000)).toBe(60_000)
  expect(activity.read(50_000)).toBe(50_000)
  expect(localStorage.length).toBe(0)
})

test('a reload goes on with the token that the page before kept sealed; without one it says that the link is to be opened again', async () => {
  await openAt('/share?share=abc')
  expect(await openAt('/patient/p', 'abc')).toBe('abc')
  expect(window.location.pathname).toBe('/patient/p')
  expect(await openAt('/patient/p', null)).toBeNull()
  expect(window.location.pathname).toBe('/expiredShareToken')
  expect(await openAt('/expiredShareToken', 'abc')).toBeNull()
  expect(await openAt('/login', 'abc')).toBeNull()
  expect(await openAt('/patient/p', 'abc')).toBeNull()
})
