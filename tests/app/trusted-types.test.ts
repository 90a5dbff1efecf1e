import { describe, expect, test } from 'vitest'
import {
  isOwnScript,
  isPlainText,
  trustOwnScripts,
  type TrustedRules,
} from '../../src/app/trusted-types'

const base = 'https://portal.example/patients/1'

describe('a script may be loaded', () => {
  for (const address of [
    '/service-worker.js',
    '/assets/compute.worker-BQ2h_x1.js',
    'https://portal.example/assets/password-worker-1.js',
    '../assets/trace.worker.js',
  ])
    test(`from ${address}`, () => {
      expect(isOwnScript(address, base)).toBe(true)
    })

  for (const address of [
    'https://elsewhere.example/assets/a.js',
    '//elsewhere.example/assets/a.js',
    '/Prod/graphql',
    '/assets/../upload.js',
    '/assets/a/b.js',
    '/assets/a.svg',
    'data:text/javascript,alert(1)',
    'javascript:alert(1)',
    'blob:https://portal.example/1',
    'http://',
  ])
    test(`but not from ${address}`, () => {
      expect(isOwnScript(address, base)).toBe(false)
    })
})

describe('the one policy', () => {
  const made: { name: string; rules: TrustedRules }[] = []
  trustOwnScripts({ createPolicy: (name, rules) => made.push({ name, rules }) }, base)

  test('is the default one, and lets no text with a tag become an element', () => {
    expect(made.map(({ name }) => name)).toEqual(['default'])
    expect(made[0]?.rules.createHTML('.m_1{color:red}')).toBe('.m_1{color:red}')
    expect(made[0]?.rules.createHTML('<img src=x onerror=alert(1)>')).toBeNull()
    expect(isPlainText('<')).toBe(false)
  })

  test('refuses scripts of others, and makes no script of text at all', () => {
    expect(made[0]?.rules.createScriptURL('/assets/a.js')).toBe('/assets/a.js')
    expect(made[0]?.rules.createScriptURL('https://elsewhere.example/a.js')).toBeNull()
    expect(Object.keys(made[0]?.rules ?? {}).toSorted()).toEqual(['createHTML', 'createScriptURL'])
  })

  test('is not asked for where the browser has none', () => {
    expect(() => trustOwnScripts(undefined, base)).not.toThrow()
  })
})
