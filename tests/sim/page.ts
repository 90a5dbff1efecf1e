import type { Bundle } from './bundle'
import type { CommandResult, OutboxItem, Runtime, Shown } from '../../src/engine/define'
import type { Patient } from '../../src/domain/patient/patient'
import type { Keyring } from './ciphers'
import { partOf, partWords, wantedContact } from './contact'
import { epoch as dayBegins, type Device } from './device'
import { observed } from './observations'
import type { Oracle } from './oracle'
import { claimsOf, tokenOf, type Server } from './server'
import { patients, type Effect } from './server-state'
import { openTab, type Tab } from './tab'
import type { World } from './world'

/** What the whole run shares. */
export interface Stage {
  readonly world: World
  /** The release that a new page gets. */
  script(): Bundle
  readonly server: Server
  readonly keyring: Keyring
  /** What people write in this world, each as often as it is named. */
  readonly kinds: readonly Effect['kind'][]
  readonly oracle: Oracle
  readonly fetch: (tab: Tab, url: string, init: RequestInit) => Promise<Response>
  /** Who finds herself signed out leaves the page alone for a while. */
  readonly isSlowToReturn: boolean
  /** How many devices write. */
  readonly devices: number
}

/** A tab with somebody in front of it. All that touches the portal happens as a step of the tab. */
export interface Page {
  readonly tab: Tab
  readonly runtime: Runtime
  /** Commands that have not come to an end. */
  readonly running: Set<string>
  isBusy: boolean
  user(): string | null
  organization(): string | null
  write(kind: Effect['kind'], text: string, patient: string): void
  look(patient: string): void
  signIn(user: string): void
  /** With the password alone, no line needed. */
  unlock(): void
  signOut(): void
  switchTo(organization: string): void
  retry(item: OutboxItem): void
  discard(item: OutboxItem): void
  /** Of the patient that is looked at: what is shown, null while nothing is. */
  shown():
    | readonly {
        readonly id: string
        readonly text: string
        readonly waiting?: { readonly state: string }
      }[]
    | null
  patient(): string | null
  /** The record of the patient that is looked at. */
  record(): Shown<Patient> | null
  refresh(): Promise<boolean>
}

let credentials = 0
const passwordOf = (user: string): string => `password of ${user}`

export const openPage = (stage: Stage, device: Device, credential: Tab['credential']): Page => {
  const { world, server, oracle } = stage
  /**
   * Whose page it was when a token was last handed out; a request that is tried again takes the old
   * one along.
   */
  const handed = new Map<string, string | null>()
  /**
   * What is asked in a colleague's name while a page is somebody's, and answered while it still is,
   * the page takes for its own.
   */
  const fetch: Stage['fetch'] = (asking, url, init) => {
    const answer = stage.fetch(asking, url, init)
    const token =
      (init.headers as { readonly Authorization?: string }).Authorization?.replace('Bearer ', '') ??
      null
    const { sub } = claimsOf(token)
    const user = page.user()
    if (user !== null && sub !== '' && sub !== user && handed.get(token ?? '') === user) {
      void answer.then(
        () => {
          if (page.user() === user) world.violated('I5', `the page of ${user} asks as ${sub}`)
        },
        () => undefined,
      )
    }
    return answer
  }
  const tab = openTab(world, device, stage.script(), fetch)
  device.tabs.add(tab)
  tab.credential = credential
  world.note(`${tab.name} opens on ${device.name} as ${credential?.uid ?? 'nobody'}`)
  const { portal } = tab
  let generation = 0
  const runtime: Runtime = portal.createRuntime({
    config: { origin: 'https://ward.example', basePath: '/Prod' },
    auth: {
      idToken: (force = false) =>
        new Promise((resolve, reject) => {
          tab.after(force ? world.random.around(80) : 0.05, 'token', () => {
            if (tab.credential === null) {
              resolve(null)
              return
            }
            if (force) {
              if (device.line !== 'up') {
                reject(
                  new portal.ProblemError(portal.problem('network', 'The network request failed')),
                )
                return
              }
              if (server.ended.has(`${tab.credential.uid}.${tab.credential.serial}`)) {
                tab.credential = null
                resolve(null)
                return
              }
              generation += 1
            }
            const token = tokenOf({
              sub: tab.credential.uid,
              serial: tab.credential.serial,
              generation: `${tab.name}-${generation}`,
            })
            handed.set(token, page.user())
            resolve(token)
          })
        }),
      signOut: () => {
        tab.credential = null
        return Promise.resolve()
      },
    },
    // Pokes say when to ask and nothing else: the simulation asks by the clock, as a device does
    // that nobody tells.
    listening: false,
    ciphers: stage.keyring.of(tab),
    keyShare: device.keys.shareOf(tab),
    telemetry: {
      timed: () => undefined,
      entries: () => [],
      report: (thrown, where) => {
        if (world.keepLog)
          world.log.push(
            `${(world.now() / 1000).toFixed(3)}   ${tab.name} reports ${where}: ${String(thrown)}`,
          )
      },
    },
  })
  let patient: string | null = null
  let leave: () => void = () => undefined
  let shown: ReturnType<Page['shown']> = null
  let record: Shown<Patient> | null = null

  const look = (wanted: string): void =>
    tab.step('look', () => {
      leave()
      leave = () => undefined
      patient = wanted
      shown = null
      record = null
      const { me } = runtime.session.get()
      if (me === null || patients[me.actingOrganization.id]?.includes(wanted) !== true) {
        patient = null
        return
      }
      const view = runtime.watch(portal.patientNotes, { patientId: wanted })
      const showing = oracle.screen({
        user: me.id,
        organization: me.actingOrganization.id,
        patient: wanted,
        name: `${device.name} ${tab.name} ${wanted}`,
      })
      const take = (): void => {
        const state = view.get()
        if (!state.ready) return
        shown = state.rows
        showing(state.rows, state.heldFrom === -Infinity ? state.asOf : null)
      }
      const recordView = runtime.watch(portal.patientRecord, { patientId: wanted })
      const endRecord = recordView.subscribe(() => {
        record = recordView.get().rows[0] ?? null
      })
      const endNotes = view.subscribe(take)
      leave = () => {
        endNotes()
        endRecord()
      }
      take()
      void Promise.all([
        runtime.refresh(portal.patientRecord, { patientId: wanted }),
        runtime.refresh(portal.patientNotes, { patientId: wanted }),
      ]).catch((thrown: unknown) =>
        world.note(`${tab.name} first refresh failed ${String(thrown)}`),
      )
    })
  /** The command, as a form on an open record makes it; null: the record is not there. */
  const askFor = (
    kind: Effect['kind'],
    text: string,
    wanted: string,
  ): (() => Promise<CommandResult<unknown>>) | null => {
    if (kind === 'note')
      return () => runtime.run(portal.addPatientNote, { patientId: wanted, text })
    if (record?.id !== wanted) return null
    const { wardAdmission: admission, onWatchList } = record
    if (kind === 'watch')
      return () =>
        runtime.run(onWatchList ? portal.removeFromWatchList : portal.addToWatchList, {
          patientId: wanted,
        })
    if (kind === 'contact') {
      const wanted = { patientId: record.id, ...wantedContact(text, record) }
      return () => runtime.run(portal.updatePatientContactDetails, wanted)
    }
    if (kind === 'observations') {
      const input = observed(record, text, world.now())
      return () => runtime.run(portal.recordObservations, input)
    }
    if (kind === 'repeat')
      return () =>
        runtime.run(portal.requestRepeat, {
          patientId: wanted,
          inMinutes: 15,
          everyMinutes: null,
          forMinutes: null,
          reason: text,
        })
    if (kind === 'task') {
      const dueAt = new Date(dayBegins + world.now() + 3_600_000).toISOString()
      return () =>
        runtime.run(portal.addTask, {
          patientId: wanted,
          text,
          dueAt,
          isMine: text.length % 2 === 0,
        })
    }
    if (kind === 'handover')
      return () =>
        runtime.run(portal.writeHandover, {
          patientId: wanted,
          situation: null,
          background: null,
          assessment: null,
          recommendation: null,
          decision: text,
        })
    if (kind === 'call')
      return () =>
        runtime.run(portal.recordContact, {
          patientId: wanted,
          kind: 'call',
          withWhom: 'patient',
          outcome: 'noAnswer',
          note: text,
          alertIds: [],
        })
    if (kind === 'acuity')
      return () =>
        runtime.run(portal.setPatientAcuityScore, {
          patientId: wanted,
          score: 1 + (text.length % 4),
          reason: text,
        })
    return admission === null
      ? null
      : () =>
          runtime.run(portal.updateExpectedDischargeDate, {
            patientId: wanted,
            wardId: admission.ward.id,
            carePathwayId: admission.carePathway.id,
            expectedDischargeDate: text,
            seen: {
              expectedDischargeDate: admission.expectedDischargeDate,
              revision: admission.revision,
            },
          })
  }
  const acts = (what: string, act: () => Promise<unknown>): void => {
    page.isBusy = true
    tab.step(what, () => {
      const free = (): void => {
        page.isBusy = false
      }
      act().then(free, (thrown: unknown) => {
        free()
        world.note(`${tab.name} ${what} failed ${String(thrown)}`)
      })
    })
  }

  const page: Page = {
    tab,
    runtime,
    running: new Set(),
    isBusy: false,
    user: () => runtime.session.get().me?.id ?? null,
    organization: () => runtime.session.get().actingOrganizationId,
    look,
    write: (kind, text, wanted) =>
      tab.step('write', () => {
        const { me } = runtime.session.get()
        const asked = me === null ? null : askFor(kind, text, wanted)
        if (me === null || asked === null) return
        const write = oracle.begin({
          kind,
          text,
          author: me.id,
          organization: me.actingOrganization.id,
          patient: wanted,
          device,
          seen: kind === 'contact' && record !== null ? partWords(partOf(text), record) : null,
        })
        world.note(`${tab.name} ${me.id} writes ${text} for ${wanted}`)
        page.running.add(text)
        void asked().then(
          (result) => {
            if (tab.dead) return
            page.running.delete(text)
            if (result.kind === 'saved') oracle.saved(write, result.id)
            else oracle.notSaved(write)
          },
          (thrown: unknown) => world.violated('I7', `writing rejected: ${String(thrown)}`),
        )
      }),
    signIn: (user) =>
      acts('sign in', async () => {
        if (!['signed-out', 'locked'].includes(runtime.session.get().status)) return
        credentials += 1
        tab.credential = { uid: user, serial: credentials }
        world.note(`${tab.name} ${user} signs in`)
        const result = await runtime.session.completeSignIn(passwordOf(user))
        world.note(`${tab.name} sign-in ${result.kind}`)
      }),
    unlock: () =>
      acts('unlock', async () => {
        const { locked } = runtime.session.get()
        if (locked === null) return
        const result = await runtime.session.unlock(passwordOf(locked.email.split('@')[0] ?? ''))
        world.note(`${tab.name} unlock of ${locked.email} ${result.kind}`)
      }),
    signOut: () => acts('sign out', () => runtime.session.signOut()),
    switchTo: (organization) =>
      acts('switch', () => runtime.session.setActingOrganization(organization)),
    retry: (item) =>
      acts('retry', () => {
        oracle.retried(item.id)
        return runtime.outbox.retry(item.id)
      }),
    discard: (item) =>
      acts('discard', () => {
        // Told before it is done: the person decided.
        oracle.discarded(item.id, `given up ${item.id}`)
        return runtime.outbox.discard(item.id, `given up ${item.id}`)
      }),
    shown: () => shown,
    patient: () => patient,
    record: () => record,
    refresh: () =>
      new Promise((resolve) => {
        tab.step('refresh', () => {
          if (patient === null) {
            resolve(false)
            return
          }
          runtime.refresh(portal.patientNotes, { patientId: patient }).then(
            () => resolve(true),
            (thrown: unknown) => {
              world.note(`${tab.name} refresh failed ${String(thrown)}`)
              resolve(false)
            },
          )
        })
      }),
  }
  tab.step('start', () => {
    runtime.generation.subscribe(() => {
      const again = patient
      leave()
      leave = () => undefined
      shown = null
      patient = null
      if (again !== null) look(again)
    })
    runtime.onInvalidated(() => {
      if (patient !== null)
        void runtime.refresh(portal.patientNotes, { patientId: patient }).catch(() => undefined)
    })
    void runtime
      .start()
      .catch((thrown: unknown) => world.violated('I6', `start failed: ${String(thrown)}`))
  })
  return page
}

/** Credentials are numbered from one in each run. */
export const startCredentials = (): void => {
  credentials = 0
}
