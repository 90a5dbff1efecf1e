import { beforeAll, expect, test } from 'vitest'
import { AccountLogsDocument } from '../../schema/generated/documents/action-log'
import { appendAction } from '../../server/db/action-log'
import { codeOf, startServer, type Ask, type TestServer } from './client'
import { onBothEngines } from './engines'
import { buildWorld, now } from './world'

interface Page {
  readonly entries: readonly {
    readonly id: string
    readonly account: { readonly id: string; readonly name: string | null }
    readonly message: string
    readonly loggedInAs: { readonly id: string } | null
    readonly device: string
    readonly address: string
  }[]
  readonly nextActionLogId: string | null
}

// What is done with accounts is in the log of each organisation of theirs, and read there.
onBothEngines(buildWorld, (opened) => {
  let server: TestServer
  const ask = (variables: object = {}, more: Ask = {}) =>
    server.ask(AccountLogsDocument.text, { as: 'admin', variables: { ...variables }, ...more })
  const page = async (from: string | null = null, more: Ask = {}): Promise<Page> => {
    const answer = await ask({ fromActionLogId: from }, more)
    expect(answer.errors).toEqual([])
    return answer.data?.['accountLogs'] as Page
  }
  const write = (organizationId: string, n: number, more: object = {}) =>
    opened.database.asSystem((trx) =>
      appendAction(trx, {
        organizationId,
        at: new Date(now + n * 1000).toISOString(),
        actorId: 'nurse',
        loggedInAs: null,
        action: 'accountSignedIn',
        entityType: 'user',
        entityId: 'nurse',
        details: { device: 'Firefox, Mac', address: '203.0.113.7', method: 'password' },
        ...more,
      }),
    )
  beforeAll(async () => {
    server = await startServer(opened.database)
    for (let n = 0; n < 60; n += 1) await write('w', n)
    await write('h', 61)
    await write('w', 62, { action: 'updateMe', details: {} })
    await write('w', 63, {
      actorId: null,
      action: 'accountSignInRefused',
      details: { device: '', address: '198.51.100.4' },
    })
    await write('w', 64, { loggedInAs: 'internal' })
  })

  test('the newest first, with whose account, what, who acted, device and address', async () => {
    const { entries } = await page()
    expect(entries).toHaveLength(50)
    expect(entries[0]).toMatchObject({
      account: { id: 'nurse', name: 'NURSE Tester' },
      message: 'Proved who they are to sign in',
      loggedInAs: { id: 'internal' },
    })
    expect(entries[1]).toMatchObject({
      message: 'Somebody was refused at the sign-in of NURSE Tester',
      loggedInAs: null,
      device: '',
      address: '198.51.100.4',
    })
    expect(entries[2]).toMatchObject({ device: 'Firefox, Mac', address: '203.0.113.7' })
  })

  test('a page at a time, each entry once, none of another organisation and none of another act', async () => {
    const first = await page()
    await write('w', 70)
    const second = await page(first.nextActionLogId)
    const ids = [...first.entries, ...second.entries].map(({ id }) => id)
    expect([ids.length, new Set(ids).size, second.nextActionLogId]).toEqual([62, 62, null])
  })

  test('is for those who answer for users', async () => {
    expect(codeOf(await ask({}, { as: 'nurse' }))).toBe('FORBIDDEN')
    expect(codeOf(await ask({ fromActionLogId: 'x' }))).toBe('BAD_USER_INPUT')
  })
})
