import type { Edit } from './bundle'
import type { Profile } from './profiles'
import type { ServerBugs } from './server'

/** A bug that somebody once had. The simulation must find every one, or it is blind. */
export interface Mutant {
  readonly name: string
  readonly seenIn: string
  readonly edits?: readonly Edit[]
  readonly bugs?: ServerBugs
  /** Where it is looked for when no profile is asked for. */
  readonly profile?: Profile
  /** Why the simulation does not find it: known, and not counted as killed. */
  readonly escapes?: string
}

const drain = 'src/data/sync/drain.ts'
const outbox = 'src/platform/store/outbox.ts'
const edit = (file: string, find: string, replace: string): Edit => ({ file, find, replace })

export const mutants: readonly Mutant[] = [
  {
    name: 'delete-before-send', seenIn: 'Workbox',
    edits: [edit(drain, 'const outcome = await options.deliver(command)', 'await outbox.move([command.id], () => \'gone\')\n      const outcome = await options.deliver(command)')],
  },
  {
    name: 'drop-on-401', seenIn: 'Amplify',
    edits: [edit(drain, 'if (outcome.kind === \'again\') wantAgain()', 'if (outcome.kind === \'held\') await outbox.move([command.id], () => \'gone\')\n      if (outcome.kind === \'again\') wantAgain()')],
  },
  {
    name: 'refused-dropped', seenIn: 'TanStack, Amplify',
    edits: [edit(drain, 'await refuse(command, outcome)', 'await outbox.move([command.id], () => \'gone\')')],
  },
  {
    name: 'gives-up', seenIn: 'Workbox (maxRetentionTime), many',
    edits: [edit(drain, 'if (outcome.kind === \'again\') wantAgain()', 'if (outcome.kind === \'again\') { if (failures > 3) await outbox.move([command.id], () => \'gone\'); else wantAgain() }')],
  },
  {
    name: 'continue-past-failure', seenIn: 'OpenMRS',
    edits: [edit(drain, 'if (command.state === \'HELD_UPGRADE\' || !await sendOne(command)) return', 'await sendOne(command)')],
  },
  {
    name: 'no-lanes', seenIn: 'any queue with parallel senders',
    edits: [edit(drain, 'const lanes = groupByLane(waiting)', 'const lanes = waiting.length > 0 ? new Map(waiting.map((row) => [row.id, [row]])) : groupByLane(waiting)')],
  },
  {
    name: 'settle-after-remove', seenIn: 'a first version of this portal',
    edits: [edit(drain, 'if (outcome.settled !== null) await options.settle(command, outcome.settled)\n          await accept(command, outcome.epoch, outcome.settled !== null)', 'await accept(command, outcome.epoch, outcome.settled !== null)\n          if (outcome.settled !== null) await options.settle(command, outcome.settled)')],
  },
  {
    name: 'cache-before-outbox', seenIn: 'a first version of this portal',
    escapes: 'Dexie throws a live reading away when something changes during it; a hundred seeds with messages between tabs did not tell the two apart',
    edits: [
      edit('src/data/sync/view.ts', 'const commands = (await outbox.of(cache.userId)).filter((row) => row.organization === cache.organizationId && isShown(row))', 'const early = await cache.rows(resource.table, selection)\n    const commands = (await outbox.of(cache.userId)).filter((row) => row.organization === cache.organizationId && isShown(row))'),
      edit('src/data/sync/view.ts', 'const rows = await cache.rows(resource.table, selection)', 'const rows = early'),
    ],
  },
  {
    name: 'relaxed-durability', seenIn: 'Replicache, the browsers\' default',
    edits: [edit(outbox, ', chromeTransactionDurability: \'strict\'', '')],
  },
  {
    name: 'confirm-at-request', seenIn: 'TanStack adapter',
    edits: [
      edit(outbox, 'await guard(() => database.transaction(\'rw\', commands(), async () => {\n', 'await new Promise<void>((early, failed) => void guard(() => database.transaction(\'rw\', commands(), async () => {\n'),
      edit(outbox, 'if (await commands().where(\'id\').equals(row.id).count() === 0) await commands().add(row)\n        if (replaces !== undefined) await commands().where(\'id\').equals(replaces).delete()\n      }))', 'if (await commands().where(\'id\').equals(row.id).count() === 0) await commands().add(row)\n        if (replaces !== undefined) await commands().where(\'id\').equals(replaces).delete()\n        early()\n      })).catch(failed))'),
    ],
  },
  {
    name: 'storage-failure-swallowed', seenIn: 'TanStack offline-transactions',
    edits: [edit('src/data/sync/dispatch.ts', '} finally { options.saving(-1) }', '} catch { /* never mind */ } finally { options.saving(-1) }')],
  },
  {
    name: 'no-key', seenIn: 'OpenMRS, the specification as written',
    edits: [edit('src/platform/graphql/sender.ts', '...(operation.idempotencyKey === undefined ? {} : { extensions: { idempotencyKey: operation.idempotencyKey } }),', '')],
  },
  {
    name: 'new-key-per-try', seenIn: 'clients that make the key with the request',
    edits: [edit('src/data/sync/named-mutation.ts', 'command.request(body.input, { id: row.id,', 'command.request(body.input, { id: `${row.id}-${Math.random()}`,')],
  },
  {
    name: 'sign-out-empties-outbox', seenIn: 'ndb-core',
    edits: [edit('src/data/runtime.ts', 'await deviceStore.deleteCaches(({ userId }) => isGoing(userId))', 'for (const user of [\'u1\', \'u2\', \'u3\']) if (isGoing(user)) await outboxStore.move((await outboxStore.of(user)).map(({ id }) => id), () => \'gone\')\n      await deviceStore.deleteCaches(({ userId }) => isGoing(userId))')],
  },
  {
    name: 'acting-organisation-at-delivery', seenIn: 'clients that set the header globally',
    edits: [edit('src/data/sync/named-mutation.ts', 'organizationId: row.organization', 'organizationId: undefined')],
  },
  {
    name: 'credential-of-another', seenIn: 'this portal, seed 11 of the first day: a restored tab sent a nurse\'s notes under her colleague\'s name',
    edits: [edit('src/data/runtime.ts', 'owner !== null && user !== undefined && owner !== user ? null : token', 'owner === \'\' ? null : token')],
  },
  {
    name: 'joins-the-last-sessions-request', profile: 'directed', seenIn: 'this portal, seed 43 of the first day: after a new sign-in a screen waited for a request that could keep nothing',
    edits: [edit('src/data/sync/refresh.ts', 'const inFlight = new WeakMap<CacheStore, Map<string, Promise<Receipt>>>()', 'const byName = new Map<string, Map<string, Promise<Receipt>>>()\n  const inFlight = { get: (store: CacheStore) => byName.get(store.name), set: (store: CacheStore, all: Map<string, Promise<Receipt>>) => byName.set(store.name, all) }')],
  },
  {
    name: 'late-me-undoes-switch', seenIn: 'this portal, first day: who she is was asked before a switch of organisation and answered after it, and she acted in the old one again',
    escapes: 'found once in some 400 seeds by luck; held by tests/data/session-switch.test.ts',
    edits: [edit('src/data/sync/session.ts', 'era += 1\n        await adopt(me)\n        options.tellOtherTabs()\n        return { kind: \'done\', value: me }\n      } catch (thrown) {\n        options.report(thrown, \'session.setActingOrganization\')', 'await adopt(me)\n        options.tellOtherTabs()\n        return { kind: \'done\', value: me }\n      } catch (thrown) {\n        options.report(thrown, \'session.setActingOrganization\')')],
  },
  { name: 'server-ignores-keys', seenIn: 'the specification as written', bugs: { ignoresKeys: true } },
  { name: 'server-stores-result-apart', seenIn: 'common', bugs: { storesResultApart: true } },
  {
    name: 'server-answers-poison-500', seenIn: 'common; with a portal that tries for ever',
    bugs: { answersPoisonWith500: true },
    edits: [edit(drain, 'outcome.kind === \'again\' && stuck.isStuck(command.id, outcome.problem)', 'stuck.isStuck === undefined')],
  },
  { name: 'server-asks-permission-before-replay', seenIn: 'this server: a lost answer, then the permission goes, and what was done is called refused', bugs: { asksPermissionBeforeReplay: true } },
]
