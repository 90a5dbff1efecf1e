import type { DiskFaults } from './disk'
import type { NetworkFaults } from './network'
import type { Random } from './random'
import type { ServerFaults } from './server'

/** Mean pauses between events of a kind, virtual milliseconds; 0: never. */
export interface Happenings {
  line: number
  kill: number
  freeze: number
  power: number
  newToken: number
  endSession: number
  /** A user's account is closed for good. */
  disable: number
  /** A user loses a ward: all of its patients. */
  ward: number
  backup: number
  restore: number
  /** Somebody freezes and never wakes up. */
  freezeForEver: number
  hide: number
  readOnly: number
  clockJump: number
}

/** What a person does, as weights. */
export interface Habits {
  write: number
  look: number
  reload: number
  anotherTab: number
  closeTab: number
  signOut: number
  switchOrganization: number
  retry: number
  discard: number
  hint: number
  /** Everybody goes: every page is closed, for hours. */
  nap: number
}

export interface Plan {
  readonly profile: string
  readonly network: NetworkFaults
  readonly disk: DiskFaults
  readonly server: ServerFaults
  readonly happens: Happenings
  readonly habits: Habits
  /** Virtual milliseconds of action before the heal. */
  readonly lasts: number
  /** Mean pause of a person between two acts. */
  readonly pause: number
  readonly devices: number
  readonly tabs: number
  readonly poison: number
  /** Milliseconds by which the devices' clocks are wrong. */
  readonly skew: number
  /** Newer and older portals on one device. */
  readonly mixed: boolean
}

export const profiles = ['swarm', 'uniform', 'directed'] as const
export type Profile = (typeof profiles)[number]

const year = 365 * 86_400_000

const calm = (): Plan => ({
  profile: '',
  network: { dropRequest: 0, dropAnswer: 0, duplicate: 0, delay: 0 },
  disk: { quota: 0, lost: 0, relaxedFlush: 0.15 },
  server: { crashBefore: 0, crashAfter: 0, busy: 0, failBefore: 0, failAfter: 0, tooMany: 0, stale: 0 },
  happens: {
    line: 0, kill: 0, freeze: 0, freezeForEver: 0, power: 0, newToken: 0, endSession: 0, hide: 0, ward: 0, disable: 0, readOnly: 0, clockJump: 0, backup: 0, restore: 0,
  },
  habits: { write: 10, look: 4, reload: 0.5, anotherTab: 0.7, closeTab: 0.4, signOut: 0.3, switchOrganization: 0.3, retry: 1, discard: 0.5, hint: 1, nap: 0 },
  lasts: 70_000,
  pause: 2_500,
  devices: 1,
  tabs: 2,
  poison: 0,
  skew: 0,
  mixed: false,
})

/** A random half of the faults, each as strong as chance has it: what is always there hides what it covers. */
const swarm = (random: Random): Plan => {
  const some = (most: number): number => random.chance(0.4) ? random.next() * most : 0
  const every = (mean: number): number => random.chance(0.35) ? mean * random.between(0.5, 2) : 0
  const base = calm()
  return {
    ...base,
    profile: 'swarm',
    network: { dropRequest: some(0.4), dropAnswer: some(0.4), duplicate: some(0.3), delay: some(0.15) },
    disk: { quota: some(0.05), lost: some(0.03), relaxedFlush: 0.15 },
    server: { crashBefore: some(0.2), crashAfter: some(0.2), busy: some(0.2), failBefore: some(0.2), failAfter: some(0.2), tooMany: some(0.1), stale: some(0.15) },
    happens: {
      line: every(15_000), kill: every(15_000), freeze: every(25_000), power: every(30_000), newToken: every(20_000), endSession: every(40_000),
      hide: every(60_000), ward: every(90_000), disable: random.chance(0.15) ? 60_000 : 0, readOnly: every(40_000), clockJump: every(40_000), freezeForEver: random.chance(0.2) ? 60_000 : 0,
      ...random.chance(0.35) ? { backup: random.between(8_000, 40_000), restore: random.between(20_000, 60_000) } : { backup: 0, restore: 0 },
    },
    habits: { ...base.habits, signOut: random.chance(0.4) ? random.between(0.3, 2) : 0, switchOrganization: random.chance(0.4) ? 0.7 : 0, reload: some(2), anotherTab: random.between(0.3, 2), nap: random.chance(0.15) ? 0.3 : 0 },
    lasts: random.between(20_000, 110_000),
    pause: random.between(800, 4_000),
    devices: random.chance(0.25) ? 2 : 1,
    tabs: 1 + random.below(3),
    poison: some(0.2),
    skew: random.chance(0.25) ? random.between(-year, year) : random.chance(0.3) ? random.between(-300_000, 300_000) : 0,
    mixed: random.chance(0.15),
  }
}

/** A little of everything at once. */
const uniform = (random: Random): Plan => {
  const base = calm()
  return {
    ...base,
    profile: 'uniform',
    network: { dropRequest: 0.08, dropAnswer: 0.08, duplicate: 0.08, delay: 0.03 },
    disk: { quota: 0.004, lost: 0.004, relaxedFlush: 0.15 },
    server: { crashBefore: 0.04, crashAfter: 0.04, busy: 0.04, failBefore: 0.04, failAfter: 0.04, tooMany: 0.03, stale: 0.03 },
    happens: {
      line: 30_000, kill: 30_000, freeze: 40_000, power: 60_000, newToken: 40_000, endSession: 90_000, hide: 120_000, ward: 200_000, disable: 300_000, readOnly: 90_000, clockJump: 60_000,
      freezeForEver: 200_000, backup: 30_000, restore: 60_000,
    },
    devices: 1 + random.below(2),
    tabs: 1 + random.below(3),
    poison: 0.06,
    skew: random.between(-60_000, 60_000),
    mixed: random.chance(0.1),
  }
}

/** Stories that chance seldom tells. */
const stories: Readonly<Record<string, (random: Random) => Partial<Plan>>> = {
  // The sender freezes in the middle, others take over, it wakes up again.
  'frozen sender': () => ({ tabs: 3, network: { dropRequest: 0, dropAnswer: 0.1, duplicate: 0.1, delay: 0.1 }, lasts: 120_000, happens: { ...calm().happens, freeze: 6_000 } }),
  // Answers get lost while permissions come and go.
  'lost answers': () => ({ network: { dropRequest: 0.05, dropAnswer: 0.5, duplicate: 0.2, delay: 0.1 }, happens: { ...calm().happens, readOnly: 8_000 } }),
  // The battery dies again and again, without a line.
  'flat battery': () => ({ pause: 900, lasts: 50_000, happens: { ...calm().happens, power: 5_000, line: 20_000 } }),
  // One tablet, three users, hurried changes while things are being sent.
  'shared tablet': () => ({ pause: 900, network: { dropRequest: 0.1, dropAnswer: 0.2, duplicate: 0, delay: 0.2 }, habits: { ...calm().habits, signOut: 4, switchOrganization: 3 }, tabs: 2 }),
  // Two or three tabs write for the same patient while processes die between any two steps.
  'dying tabs': () => ({ pause: 500, tabs: 3, happens: { ...calm().happens, kill: 2_500 }, network: { dropRequest: 0.1, dropAnswer: 0.2, duplicate: 0.2, delay: 0 } }),
  // A full disk and lost databases.
  'bad disk': () => ({ pause: 900, disk: { quota: 0.06, lost: 0.06, relaxedFlush: 0.15 }, happens: { ...calm().happens, kill: 10_000 } }),
  // The server falls over around its commits.
  'falling server': () => ({ pause: 900, server: { crashBefore: 0.3, crashAfter: 0.4, busy: 0.2, failBefore: 0.1, failAfter: 0.3, tooMany: 0.1, stale: 0.1 }, poison: 0.2 }),
  // Last night's backup, again and again, while devices are away.
  'restored server': () => ({
    pause: 1_500, devices: 2, lasts: 90_000, happens: { ...calm().happens, backup: 9_000, restore: 22_000, line: 25_000, kill: 20_000 },
    network: { dropRequest: 0.05, dropAnswer: 0.15, duplicate: 0.2, delay: 0.08 },
  }),
  // Who holds the lock freezes for ever; the old leader wakes up when the new one freezes.
  'lock held for ever': () => ({ tabs: 3, pause: 2_500, lasts: 180_000, happens: { ...calm().happens, freeze: 20_000, freezeForEver: 30_000 } }),
  // Access goes while work waits and the server is put back.
  'revoked and restored': () => ({
    pause: 1_200, happens: { ...calm().happens, hide: 20_000, ward: 40_000, disable: 60_000, backup: 10_000, restore: 30_000, line: 20_000 }, habits: { ...calm().habits, signOut: 2 },
  }),
  // Two releases on one tablet.
  'two versions': () => ({ mixed: true, pause: 900, habits: { ...calm().habits, reload: 3, anotherTab: 2 }, tabs: 3, happens: { ...calm().happens, line: 25_000 } }),
  // Three days in a house where the line comes and goes, three users on one tablet whose clock is a year wrong: work that may wait so long
  // only expires, pages are unlocked with the password.
  'three days': (random) => ({
    skew: random.chance(0.5) ? year : -year, pause: 1_500, lasts: 120_000, tabs: 2,
    happens: { ...calm().happens, line: 9_000 }, habits: { ...calm().habits, nap: 1.2, signOut: 0.8, retry: 2, discard: 2 },
  }),
  // Two tablets on a bad line choose dates and scores for the same patients.
  'two minds': () => ({ devices: 2, pause: 1_500, happens: { ...calm().happens, line: 10_000, kill: 30_000 }, habits: { ...calm().habits, look: 6, retry: 3, discard: 2 } }),
  // Days away with a clock that is a year wrong.
  'wrong clock': (random) => ({ skew: random.chance(0.5) ? year : -year, devices: 2, happens: { ...calm().happens, line: 12_000, kill: 15_000 }, habits: { ...calm().habits, signOut: 2 } }),
  // Sessions end while work waits.
  'ended sessions': () => ({ pause: 1_200, happens: { ...calm().happens, endSession: 8_000, newToken: 8_000, line: 20_000 }, server: { ...calm().server, stale: 0.2 } }),
}

const directed = (random: Random): Plan => {
  const name = random.pick(Object.keys(stories))
  return { ...calm(), profile: `directed: ${name}`, ...stories[name]?.(random) }
}

/** What this seed will suffer. `any`: the profiles in turn, swarm most often. */
export const planOf = (profile: Profile | 'any', seed: number, random: Random): Plan => {
  const chosen = profile === 'any' ? (seed % 4 === 3 ? 'directed' : seed % 4 === 2 ? 'uniform' : 'swarm') : profile
  return chosen === 'swarm' ? swarm(random) : chosen === 'uniform' ? uniform(random) : directed(random)
}
