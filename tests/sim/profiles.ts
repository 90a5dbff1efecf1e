import type { DiskFaults } from './disk'
import type { NetworkFaults } from './network'
import type { Random } from './random'
import type { ServerFaults } from './server'
import type { Effect } from './server-state'

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
  /** The same refused work sent again in every tab at once: two hurried hands on one tablet. */
  decideTwice: number
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
  /** Who signed out leaves the page alone for a while. */
  readonly isSlowToReturn: boolean
  /** What people write, each as often as it is named. */
  readonly kinds: readonly Effect['kind'][]
}

/** A mix of faults, one of the stories at random (`directed`), or one story by its name. */
export const profiles = ['swarm', 'uniform', 'directed'] as const
export type Profile = (typeof profiles)[number] | StoryName

const year = 365 * 86_400_000

const calm = (): Plan => ({
  profile: '',
  network: { dropRequest: 0, dropAnswer: 0, duplicate: 0, delay: 0 },
  disk: { quota: 0, lost: 0, relaxedFlush: 0.15 },
  server: {
    crashBefore: 0,
    crashAfter: 0,
    busy: 0,
    failBefore: 0,
    failAfter: 0,
    tooMany: 0,
    stale: 0,
  },
  happens: {
    line: 0,
    kill: 0,
    freeze: 0,
    freezeForEver: 0,
    power: 0,
    newToken: 0,
    endSession: 0,
    hide: 0,
    ward: 0,
    disable: 0,
    readOnly: 0,
    clockJump: 0,
    backup: 0,
    restore: 0,
  },
  habits: {
    write: 10,
    look: 4,
    reload: 0.5,
    anotherTab: 0.7,
    closeTab: 0.4,
    signOut: 0.3,
    switchOrganization: 0.3,
    retry: 1,
    discard: 0.5,
    hint: 1,
    nap: 0,
    decideTwice: 0,
  },
  lasts: 70_000,
  pause: 2_500,
  devices: 1,
  tabs: 2,
  poison: 0,
  skew: 0,
  mixed: false,
  isSlowToReturn: false,
  kinds: ['note', 'note', 'note', 'acuity', 'date', 'watch'],
})

/**
 * A random half of the faults, each as strong as chance has it: what is always there hides what it
 * covers.
 */
const swarm = (random: Random): Plan => {
  const some = (most: number): number => (random.chance(0.4) ? random.next() * most : 0)
  const every = (mean: number): number => (random.chance(0.35) ? mean * random.between(0.5, 2) : 0)
  const base = calm()
  return {
    ...base,
    profile: 'swarm',
    network: {
      dropRequest: some(0.4),
      dropAnswer: some(0.4),
      duplicate: some(0.3),
      delay: some(0.15),
    },
    disk: { quota: some(0.05), lost: some(0.03), relaxedFlush: 0.15 },
    server: {
      crashBefore: some(0.2),
      crashAfter: some(0.2),
      busy: some(0.2),
      failBefore: some(0.2),
      failAfter: some(0.2),
      tooMany: some(0.1),
      stale: some(0.15),
    },
    happens: {
      line: every(15_000),
      kill: every(15_000),
      freeze: every(25_000),
      power: every(30_000),
      newToken: every(20_000),
      endSession: every(40_000),
      hide: every(60_000),
      ward: every(90_000),
      disable: random.chance(0.15) ? 60_000 : 0,
      readOnly: every(40_000),
      clockJump: every(40_000),
      freezeForEver: random.chance(0.2) ? 60_000 : 0,
      ...(random.chance(0.35)
        ? { backup: random.between(8_000, 40_000), restore: random.between(20_000, 60_000) }
        : { backup: 0, restore: 0 }),
    },
    habits: {
      ...base.habits,
      signOut: random.chance(0.4) ? random.between(0.3, 2) : 0,
      switchOrganization: random.chance(0.4) ? 0.7 : 0,
      reload: some(2),
      anotherTab: random.between(0.3, 2),
      nap: random.chance(0.15) ? 0.3 : 0,
    },
    lasts: random.between(20_000, 110_000),
    pause: random.between(800, 4_000),
    devices: random.chance(0.25) ? 2 : 1,
    tabs: 1 + random.below(3),
    poison: some(0.2),
    skew: random.chance(0.25)
      ? random.between(-year, year)
      : random.chance(0.3)
        ? random.between(-300_000, 300_000)
        : 0,
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
    server: {
      crashBefore: 0.04,
      crashAfter: 0.04,
      busy: 0.04,
      failBefore: 0.04,
      failAfter: 0.04,
      tooMany: 0.03,
      stale: 0.03,
    },
    happens: {
      line: 30_000,
      kill: 30_000,
      freeze: 40_000,
      power: 60_000,
      newToken: 40_000,
      endSession: 90_000,
      hide: 120_000,
      ward: 200_000,
      disable: 300_000,
      readOnly: 90_000,
      clockJump: 60_000,
      freezeForEver: 200_000,
      backup: 30_000,
      restore: 60_000,
    },
    devices: 1 + random.below(2),
    tabs: 1 + random.below(3),
    poison: 0.06,
    skew: random.between(-60_000, 60_000),
    mixed: random.chance(0.1),
  }
}

/** Nobody does anything else. */
const only = (habit: keyof Habits): Habits => ({
  ...(Object.fromEntries(Object.keys(calm().habits).map((name) => [name, 0])) as unknown as Habits),
  [habit]: 10,
})

/** Stories that chance seldom tells. */
const stories = {
  // The sender freezes in the middle, others take over, it wakes up again.
  'frozen sender': () => ({
    tabs: 3,
    network: { dropRequest: 0, dropAnswer: 0.1, duplicate: 0.1, delay: 0.1 },
    lasts: 120_000,
    happens: { ...calm().happens, freeze: 6_000 },
  }),
  // Answers get lost while permissions come and go.
  'lost answers': () => ({
    network: { dropRequest: 0.05, dropAnswer: 0.5, duplicate: 0.2, delay: 0.1 },
    happens: { ...calm().happens, readOnly: 8_000 },
  }),
  // The battery dies again and again, without a line.
  'flat battery': () => ({
    pause: 900,
    lasts: 50_000,
    happens: { ...calm().happens, power: 5_000, line: 20_000 },
  }),
  // One tablet, three users, hurried changes while things are being sent.
  'shared tablet': () => ({
    pause: 900,
    network: { dropRequest: 0.1, dropAnswer: 0.2, duplicate: 0, delay: 0.2 },
    habits: { ...calm().habits, signOut: 4, switchOrganization: 3 },
    tabs: 2,
  }),
  // Two or three tabs write for the same patient while processes die between any two steps.
  'dying tabs': () => ({
    pause: 500,
    tabs: 3,
    happens: { ...calm().happens, kill: 2_500 },
    network: { dropRequest: 0.1, dropAnswer: 0.2, duplicate: 0.2, delay: 0 },
  }),
  // A full disk and lost databases.
  'bad disk': () => ({
    pause: 900,
    disk: { quota: 0.06, lost: 0.06, relaxedFlush: 0.15 },
    happens: { ...calm().happens, kill: 10_000 },
  }),
  // The server falls over around its commits.
  'falling server': () => ({
    pause: 900,
    server: {
      crashBefore: 0.3,
      crashAfter: 0.4,
      busy: 0.2,
      failBefore: 0.1,
      failAfter: 0.3,
      tooMany: 0.1,
      stale: 0.1,
    },
    poison: 0.2,
  }),
  // Last night's backup, again and again, while devices are away.
  'restored server': () => ({
    pause: 1_500,
    devices: 2,
    lasts: 90_000,
    happens: { ...calm().happens, backup: 9_000, restore: 22_000, line: 25_000, kill: 20_000 },
    network: { dropRequest: 0.05, dropAnswer: 0.15, duplicate: 0.2, delay: 0.08 },
  }),
  // Who holds the lock freezes for ever; the old leader wakes up when the new one freezes.
  'lock held for ever': () => ({
    tabs: 3,
    pause: 2_500,
    lasts: 180_000,
    happens: { ...calm().happens, freeze: 20_000, freezeForEver: 30_000 },
  }),
  // Access goes while work waits and the server is put back.
  'revoked and restored': () => ({
    pause: 1_200,
    happens: {
      ...calm().happens,
      hide: 20_000,
      ward: 40_000,
      disable: 60_000,
      backup: 10_000,
      restore: 30_000,
      line: 20_000,
    },
    habits: { ...calm().habits, signOut: 2 },
  }),
  // Two releases on one tablet.
  'two versions': () => ({
    mixed: true,
    pause: 900,
    habits: { ...calm().habits, reload: 3, anotherTab: 2 },
    tabs: 3,
    happens: { ...calm().happens, line: 25_000 },
  }),
  // Three days in a house where the line comes and goes, three users on one tablet whose clock is a
  // year wrong: work that may wait so long only expires, pages are unlocked with the password.
  'three days': (random) => ({
    skew: random.chance(0.5) ? year : -year,
    pause: 1_500,
    lasts: 120_000,
    tabs: 2,
    happens: { ...calm().happens, line: 9_000 },
    habits: { ...calm().habits, nap: 1.2, signOut: 0.8, retry: 2, discard: 2 },
  }),
  // Two tablets on a bad line choose dates and scores for the same patients.
  'two minds': () => ({
    devices: 2,
    pause: 1_500,
    happens: { ...calm().happens, line: 10_000, kill: 30_000 },
    habits: { ...calm().habits, look: 6, retry: 3, discard: 2 },
  }),
  // Days away with a clock that is a year wrong.
  'wrong clock': (random) => ({
    skew: random.chance(0.5) ? year : -year,
    devices: 2,
    happens: { ...calm().happens, line: 12_000, kill: 15_000, power: 25_000 },
    habits: { ...calm().habits, signOut: 2 },
  }),
  // Sessions end while work waits.
  'ended sessions': () => ({
    pause: 1_200,
    happens: { ...calm().happens, endSession: 8_000, newToken: 8_000, line: 20_000 },
    server: { ...calm().server, stale: 0.2 },
  }),
  // What is asked for ahead is still on its way when a note finds the disk full, and the patient is
  // given up for room.
  'full disk while asking': () => ({
    devices: 2,
    tabs: 1,
    pause: 800,
    lasts: 100_000,
    disk: { quota: 0.05, lost: 0, relaxedFlush: 0.15 },
    network: { dropRequest: 0, dropAnswer: 0, duplicate: 0, delay: 0.25 },
    habits: { ...only('write'), look: 0.3 },
  }),
  // The server is restored while its answers are still on their way, and nobody reloads.
  'restored while answering': () => ({
    tabs: 1,
    pause: 900,
    lasts: 70_000,
    network: { dropRequest: 0, dropAnswer: 0, duplicate: 0, delay: 0.4 },
    happens: { ...calm().happens, backup: 7_000, restore: 18_000 },
    habits: { ...only('write'), look: 3 },
  }),
  // A server that fails for minutes, at one who writes seldom and touches nothing.
  'failing for long': () => ({
    tabs: 1,
    pause: 7_000,
    lasts: 140_000,
    server: { ...calm().server, crashBefore: 0.3, busy: 0.6, failBefore: 0.3 },
    habits: { ...only('write'), look: 2 },
  }),
  // Every second write finds the disk full while the server is put back, and nobody reloads.
  'restored on a full disk': () => ({
    tabs: 1,
    pause: 1_500,
    lasts: 50_000,
    disk: { quota: 0.3, lost: 0, relaxedFlush: 0.15 },
    happens: { ...calm().happens, backup: 5_000, restore: 12_000 },
    habits: { ...only('write'), look: 2 },
  }),
  // One tablet was away while another wrote many notes about the same patient.
  'far behind': () => ({
    devices: 2,
    tabs: 1,
    pause: 400,
    lasts: 90_000,
    happens: { ...calm().happens, line: 7_000 },
    habits: { ...only('write'), look: 1 },
  }),
  // Wards and patients are taken from people whose screens are open; nothing else goes wrong.
  'wards taken': () => ({
    tabs: 2,
    pause: 1_200,
    happens: { ...calm().happens, hide: 9_000, ward: 25_000 },
    habits: { ...calm().habits, look: 8 },
  }),
  // A tab that took a number sleeps before it stores its command, and others go on writing without
  // a line.
  'slow to store': () => ({
    tabs: 3,
    pause: 350,
    happens: { ...calm().happens, freeze: 2_500, line: 12_000 },
    habits: { ...only('write'), look: 0.5, anotherTab: 2 },
  }),
  // Several users on one tablet whose tabs come and go, while the server is put back.
  'restored under many': () => ({
    tabs: 3,
    pause: 1_200,
    lasts: 90_000,
    happens: { ...calm().happens, backup: 8_000, restore: 20_000, kill: 9_000, line: 25_000 },
    habits: { ...calm().habits, signOut: 2, closeTab: 2, anotherTab: 3 },
  }),
  // Two tabs decide over the same refused work, while who may write comes and goes.
  'two decisions': () => ({
    tabs: 3,
    pause: 900,
    happens: { ...calm().happens, readOnly: 7_000 },
    habits: { ...calm().habits, anotherTab: 3, retry: 0, discard: 0.5, decideTwice: 6 },
  }),
  // She writes without a line and signs out; the line comes back at a page that nobody is signed in
  // to, who writes and who refuses comes and goes.
  'nobody there': () => ({
    tabs: 1,
    pause: 2_500,
    poison: 0.25,
    network: { dropRequest: 0, dropAnswer: 0.25, duplicate: 0.1, delay: 0 },
    happens: { ...calm().happens, line: 5_000, power: 30_000 },
    habits: { ...only('write'), look: 1, signOut: 5 },
    isSlowToReturn: true,
  }),
  // What was refused is given up without a line, and its author signs out.
  'given up without a line': () => ({
    tabs: 1,
    pause: 1_200,
    poison: 0.5,
    happens: { ...calm().happens, line: 6_000 },
    habits: { ...only('write'), look: 1, discard: 9, signOut: 2 },
    isSlowToReturn: true,
  }),
  // Dates are chosen without a line, and everybody rests for longer than one may wait.
  'dates overnight': () => ({
    tabs: 1,
    pause: 1_500,
    lasts: 60_000,
    kinds: ['date', 'date', 'note'],
    happens: { ...calm().happens, line: 5_000 },
    habits: { ...only('write'), look: 1, nap: 2 },
  }),
  // Who may write and who may open comes and goes while work waits for a line. The line is away for
  // minutes: longer than the oracle allows an estimate of the clock to be wrong.
  'taken while away': () => ({
    tabs: 1,
    pause: 6_000,
    lasts: 400_000,
    happens: { ...calm().happens, readOnly: 30_000, hide: 200_000, line: 60_000 },
    habits: { ...only('write'), look: 2 },
  }),
  // The portal is a release ahead of the server, and nobody reloads.
  'late upgrade': () => ({
    mixed: true,
    tabs: 1,
    pause: 1_500,
    happens: { ...calm().happens },
    habits: { ...only('write'), look: 1 },
  }),
  // The browser loses its databases under every page, also while they are opened.
  'lost again and again': () => ({
    pause: 1_500,
    tabs: 2,
    disk: { quota: 0, lost: 0.2, relaxedFlush: 0.15 },
    habits: { ...calm().habits, reload: 3, switchOrganization: 2 },
  }),
  // Two releases on one tablet whose users come and go.
  'two versions, many users': () => ({
    mixed: true,
    pause: 900,
    tabs: 3,
    habits: { ...calm().habits, signOut: 3, switchOrganization: 2, reload: 2, anotherTab: 4 },
  }),
  // The battery dies again and again, and with it goes what the device knew of its wrong clock.
  'battery and clock': () => ({
    skew: year,
    tabs: 1,
    pause: 1_000,
    lasts: 80_000,
    disk: { quota: 0.4, lost: 0, relaxedFlush: 0.15 },
    happens: { ...calm().happens, power: 7_000, line: 8_000 },
    habits: { ...only('write'), look: 1 },
  }),
  // The next morning the disk is full, and a patient is given up of whom the news are still on
  // their way.
  'full disk after a night': () => ({
    tabs: 1,
    pause: 900,
    lasts: 60_000,
    disk: { quota: 0.08, lost: 0, relaxedFlush: 0.15 },
    network: { dropRequest: 0, dropAnswer: 0, duplicate: 0, delay: 0.3 },
    habits: { ...only('write'), look: 3, nap: 1.5 },
  }),
  // A tab that took a number is slow to store its command; what is stored at last is refused for
  // the moment, and the next of its lane goes out with it.
  'slow to store, busy server': () => ({
    tabs: 3,
    pause: 350,
    server: { ...calm().server, busy: 0.4 },
    happens: { ...calm().happens, freeze: 2_500, line: 9_000 },
    habits: { ...only('write'), look: 0.5, anotherTab: 2 },
  }),
  // The server is restored once, while what it did is still on its way to who asked for it.
  'restored once': () => ({
    tabs: 1,
    pause: 900,
    lasts: 60_000,
    network: { dropRequest: 0, dropAnswer: 0, duplicate: 0, delay: 0.5 },
    happens: { ...calm().happens, backup: 5_000, restore: 35_000 },
    habits: { ...only('write'), look: 3 },
  }),
  // After a restore people mostly read, on a disk that is full every third time.
  'read after a restore': () => ({
    tabs: 1,
    pause: 3_000,
    lasts: 50_000,
    disk: { quota: 0.35, lost: 0, relaxedFlush: 0.15 },
    happens: { ...calm().happens, backup: 5_000, restore: 25_000 },
    habits: { ...only('look'), write: 3, reload: 2 },
  }),
  // One tab asks ahead for news of patients whom another gives up for room meanwhile.
  'full disk in the other tab': () => ({
    devices: 2,
    tabs: 3,
    pause: 700,
    lasts: 100_000,
    disk: { quota: 0.06, lost: 0, relaxedFlush: 0.15 },
    network: { dropRequest: 0, dropAnswer: 0, duplicate: 0, delay: 0.3 },
    habits: { ...only('write'), look: 0.3, anotherTab: 3 },
  }),
  // Two tablets on a bad line correct telephone numbers and addresses of the same patients.
  'two address books': () => ({
    devices: 2,
    pause: 1_200,
    kinds: ['contact', 'contact', 'contact', 'note'],
    happens: { ...calm().happens, line: 7_000, kill: 30_000 },
    habits: { ...calm().habits, look: 5, retry: 3, discard: 1 },
  }),
} satisfies Readonly<Record<string, (random: Random) => Partial<Plan>>>

export type StoryName = keyof typeof stories
export const storyNames = Object.keys(stories) as readonly StoryName[]
/**
 * `whole` tells those that were there when the seeds of regressions.json were kept: with one more
 * each would tell another.
 */
const firstStories = storyNames.slice(0, storyNames.indexOf('two decisions') + 1)
/** The same of seeds of `any` that were kept later. */
const anyStories = storyNames.slice(0, storyNames.indexOf('full disk in the other tab') + 1)

const told = (name: StoryName, random: Random): Plan => ({
  ...calm(),
  profile: `directed: ${name}`,
  ...stories[name](random),
})

/** The profiles in turn, swarm most often: `any` tells most seeds in short, `whole` none. */
export const mixes = ['any', 'whole'] as const
export type Mix = (typeof mixes)[number]

const storiesOf = (profile: Profile | Mix): readonly StoryName[] => {
  if (profile === 'whole') return firstStories
  return profile === 'any' ? anyStories : storyNames
}

const wholePlanOf = (profile: Profile | Mix, seed: number, random: Random): Plan => {
  const chosen =
    profile === 'any' || profile === 'whole'
      ? seed % 4 === 3
        ? 'directed'
        : seed % 4 === 2
          ? 'uniform'
          : 'swarm'
      : profile
  return chosen === 'swarm'
    ? swarm(random)
    : chosen === 'uniform'
      ? uniform(random)
      : told(chosen === 'directed' ? random.pick(storiesOf(profile)) : chosen, random)
}

/**
 * What two faults do to each other they mostly do early, and many beginnings find more in the same
 * time than few long days: four of five are cut.
 */
const wholeEvery = 5
const shortened = 0.35

/** Of so many seeds of `any` in one two tablets change contact details too, under all faults. */
const contactEvery = 20
const contactAt = 10

/** Of so many in one they record observations too. */
const observationsAt = 17

/** Of so many in one they ask to measure again too. */
const repeatsAt = 7

/** Of so many in one they add tasks, and write for the next shift. */
const tasksAt = 13

/** Of so many in one they record calls too. */
const callsAt = 11

/** What this seed will suffer. */
export const planOf = (profile: Profile | Mix, seed: number, random: Random): Plan => {
  const plan = wholePlanOf(profile, seed, random)
  if (profile === 'any' && seed % contactEvery === contactAt)
    return { ...plan, devices: 2, kinds: [...plan.kinds, 'contact', 'contact', 'contact'] }
  if (profile === 'any' && seed % contactEvery === observationsAt)
    return { ...plan, kinds: [...plan.kinds, 'observations', 'observations', 'observations'] }
  if (profile === 'any' && seed % contactEvery === repeatsAt)
    return { ...plan, kinds: [...plan.kinds, 'repeat', 'repeat', 'repeat'] }
  if (profile === 'any' && seed % contactEvery === tasksAt)
    return { ...plan, kinds: [...plan.kinds, 'task', 'task', 'handover', 'handover'] }
  if (profile === 'any' && seed % contactEvery === callsAt)
    return { ...plan, kinds: [...plan.kinds, 'call', 'call', 'call'] }
  return profile === 'any' && seed % wholeEvery !== 0
    ? { ...plan, lasts: plan.lasts * shortened }
    : plan
}
