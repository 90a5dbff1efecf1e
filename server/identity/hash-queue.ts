import { IdentityError } from './errors'

/** Whose hash it is: devices that signed in before come first, then the addresses in turn. */
export interface Turn {
  readonly isKnown: boolean
  readonly address: string
}
/** The server's own work. */
export const ownTurn: Turn = { isKnown: true, address: '' }

type Job = () => Promise<void>

/** Waiting jobs of many senders: each has its turn, however many another one sent. */
const createLane = (mostOfOne: number) => {
  const waiting = new Map<string, Job[]>()
  return {
    /** False: this sender has too many waiting. */
    add: (from: string, job: Job): boolean => {
      const jobs = waiting.get(from) ?? []
      if (jobs.length >= mostOfOne) return false
      jobs.push(job)
      waiting.set(from, jobs)
      return true
    },
    next: (): Job | undefined => {
      const first = waiting.entries().next()
      if (first.done === true) return undefined
      const [from, jobs] = first.value
      const job = jobs.shift()
      waiting.delete(from)
      if (jobs.length > 0) waiting.set(from, jobs)
      return job
    },
  }
}

export interface HashQueueOptions {
  /** Hashes at once; each holds a thread of the pool that files and names are read with too. */
  readonly atOnce: number
  readonly mostWaiting: number
  readonly mostOfOne: number
}

/**
 * Hashing waits for its turn: a flood of sign-ins makes nobody else wait long.
 * @returns runs work; throws IdentityError SERVER_BUSY where too much waits
 */
export const createHashQueue = ({
  atOnce,
  mostWaiting,
  mostOfOne,
}: HashQueueOptions): (<Value>(turn: Turn, work: () => Promise<Value>) => Promise<Value>) => {
  const known = createLane(mostOfOne)
  const strangers = createLane(mostOfOne)
  let running = 0
  let waiting = 0
  const fill = (): void => {
    while (running < atOnce) {
      const job = known.next() ?? strangers.next()
      if (job === undefined) return
      waiting -= 1
      running += 1
      void job().finally(() => {
        running -= 1
        fill()
      })
    }
  }
  return ({ isKnown, address }, work) =>
    new Promise((resolve, reject) => {
      const job = (): Promise<void> => work().then(resolve, reject)
      const isFull = !isKnown && waiting >= mostWaiting
      if (isFull || !(isKnown ? known : strangers).add(address, job)) {
        reject(new IdentityError('SERVER_BUSY'))
        return
      }
      waiting += 1
      fill()
    })
}
