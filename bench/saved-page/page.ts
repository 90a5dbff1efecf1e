import '../../src/domain/without-eval'
import { addPatientNote, patientNotes } from '../../src/data/note'
import { patientRecord } from '../../src/data/patient'
import { createRuntime } from '../../src/data/runtime'

/**
 * What saving came to in this page, milliseconds: each save beside a bare strict write of as many
 * bytes.
 */
export interface SavedFigures {
  readonly saved: readonly number[]
  readonly bare: readonly number[]
}

/** The portal's data engine in a page, without its screens. */
export interface SavedPage {
  signIn(token: string, patients: readonly string[]): Promise<void>
  /** Writes so many notes, one after the other. */
  save(notes: number): Promise<SavedFigures>
  /** Resolves when nothing waits any more, or everything does. */
  untilWaiting(count: number): Promise<void>
  untilOffline(): Promise<void>
  /** The line is back: milliseconds until the server has everything and this device knows it. */
  drain(): Promise<number>
}

const bareDatabase = new Promise<IDBDatabase>((resolve, reject) => {
  const request = indexedDB.open('bare')
  request.addEventListener('upgradeneeded', () => {
    request.result.createObjectStore('row', { autoIncrement: true })
  })
  request.addEventListener('success', () => {
    resolve(request.result)
  })
  request.addEventListener('error', () => {
    reject(request.error ?? new Error('IndexedDB'))
  })
})
const bareWrite = async (value: unknown): Promise<void> => {
  const database = await bareDatabase
  await new Promise<void>((resolve, reject) => {
    const transaction = database.transaction('row', 'readwrite', { durability: 'strict' })
    transaction.objectStore('row').add(value)
    transaction.addEventListener('complete', () => {
      resolve()
    })
    transaction.addEventListener('abort', () => {
      reject(transaction.error ?? new Error('Aborted'))
    })
  })
}
const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const began = performance.now()
  await work()
  return performance.now() - began
}

const runtime = createRuntime({
  config: { origin: location.origin, basePath: '/Prod' },
  auth: {
    idToken: () => Promise.resolve(sessionStorage.getItem('token')),
    signOut: () => Promise.resolve(),
  },
})
let patientIds: readonly string[] = []
let written = 0
const waiting = (): number => runtime.outbox.get().length
const until = (
  observable: { subscribe(listener: () => void): () => void },
  holds: () => boolean,
): Promise<void> =>
  new Promise((resolve) => {
    const look = (): void => {
      if (!holds()) return
      stop()
      resolve()
    }
    const stop = observable.subscribe(look)
    look()
  })

const page: SavedPage = {
  signIn: async (token, patients) => {
    sessionStorage.setItem('token', token)
    await runtime.start()
    const signedIn = await runtime.session.completeSignIn()
    if (signedIn.kind !== 'done') throw new Error(JSON.stringify(signedIn))
    patientIds = patients
    for (const patientId of patients) {
      await runtime.refresh(patientRecord, { patientId })
    }
    // As the screen of the first patient shows them.
    runtime.watch(patientNotes, { patientId: patients[0] ?? '' }).subscribe(() => undefined)
  },
  save: async (notes) => {
    const saved: number[] = []
    const bare: number[] = []
    for (let at = 0; at < notes; at += 1) {
      bare.push(await timed(() => bareWrite({ text: 'x'.repeat(1_500) })))
      written += 1
      const patientId = patientIds[written % patientIds.length] ?? ''
      const seen = await runtime.seen(patientId)
      saved.push(
        await timed(async () => {
          const result = await runtime.run(
            addPatientNote,
            { patientId, text: `Note ${written}` },
            seen,
          )
          if (result.kind !== 'saved') throw new Error(JSON.stringify(result))
        }),
      )
    }
    return { saved, bare }
  },
  untilWaiting: (count) => until(runtime.outbox, () => waiting() === count),
  untilOffline: () => {
    void runtime.session.refreshMe()
    return until(runtime.connection, () => runtime.connection.get().state === 'offline')
  },
  drain: async () => {
    const began = performance.now()
    void runtime.session.refreshMe()
    await until(runtime.outbox, () => waiting() === 0)
    return performance.now() - began
  },
}
Object.assign(window, { savedPage: page })
