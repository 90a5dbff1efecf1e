/** What a patient's body says, as a device or a nurse measures it. */
export interface Vitals {
  readonly breaths: number
  readonly saturation: number
  readonly systolic: number
  readonly diastolic: number
  readonly pulse: number
  readonly temperature: number
  readonly consciousness: 'A' | 'V'
}

/** NEWS2 (RCP 2017, Scale 1, on air), read off the published chart; nothing of the product's. */
const scoresOf = (vitals: Vitals) => {
  const { breaths, saturation, systolic, pulse, temperature, consciousness } = vitals
  return {
    breaths: breaths <= 8 || breaths >= 25 ? 3 : breaths >= 21 ? 2 : breaths <= 11 ? 1 : 0,
    saturation: saturation <= 91 ? 3 : saturation <= 93 ? 2 : saturation <= 95 ? 1 : 0,
    systolic: systolic <= 90 || systolic >= 220 ? 3 : systolic <= 100 ? 2 : systolic <= 110 ? 1 : 0,
    pulse: pulse <= 40 || pulse >= 131 ? 3 : pulse >= 111 ? 2 : pulse <= 50 || pulse >= 91 ? 1 : 0,
    temperature:
      temperature <= 35
        ? 3
        : temperature >= 39.1
          ? 2
          : temperature <= 36 || temperature >= 38.1
            ? 1
            : 0,
    consciousness: consciousness === 'A' ? 0 : 3,
  }
}
export const totalOf = (vitals: Vitals): number =>
  Object.values(scoresOf(vitals)).reduce((sum, score) => sum + score, 0)
export const threesOf = (vitals: Vitals): readonly string[] =>
  Object.entries(scoresOf(vitals)).flatMap(([name, score]) => (score === 3 ? [name] : []))

/** A set of observations. Instants are epoch milliseconds. */
export interface Reading {
  readonly id: string
  readonly patient: string
  readonly by: string
  readonly endedMs: number
  readonly vitals: Vitals
  /** When whoever sent it was first told that it is stored; null: never. */
  acceptedMs: number | null
  /** How often it was sent. */
  tries: number
  /** When its author was told that it is struck out; null: it is not. */
  struckMs: number | null
}

/** A press on an alert, and what the server said. */
export interface Press {
  readonly by: string
  readonly patient: string
  readonly alert: string
  readonly kind: 'acknowledge' | 'resolve'
  readonly atMs: number
}

/** A mail or a push that came. */
export interface Arrival {
  readonly by: 'mail' | 'push'
  /** Of the mail or the push: the same again is the same. */
  readonly id: string
  readonly to: string
  /** Whom it is about; null: it does not say. */
  readonly patient: string | null
  readonly subject: string
  readonly atMs: number
}

/** An alert as somebody with all rights on the wards saw it at an instant. */
export interface SeenAlert {
  readonly id: string
  readonly severity: number
  readonly type: string
  readonly rule: string | null
  readonly heldBy: string | null
  readonly heldSinceMs: number | null
  readonly ended: { readonly atMs: number; readonly reason: string } | null
  /** Of each open trigger: when its cause was, and when it came. */
  readonly triggers: readonly { readonly causeMs: number; readonly raisedMs: number }[]
}
/** All open alerts of a patient, from this instant on. */
export interface Look {
  readonly atMs: number
  readonly alerts: readonly SeenAlert[]
}

/** A stay on a ward, as who admitted, moved or discharged them was told. */
export interface Stay {
  readonly patient: string
  readonly organization: string
  readonly ward: string
  readonly began: 'admitted' | 'moved'
  readonly fromMs: number
  /** Of the whole admission. */
  readonly admittedMs: number
  ended: { readonly as: 'moved' | 'discharged'; readonly atMs: number } | null
}

/** A time in which no server ran. */
export interface Outage {
  readonly fromMs: number
  untilMs: number
}

/** A task as its author and whoever ended it know it. */
export interface Duty {
  readonly id: string
  readonly patient: string
  /** For which organisation it was written. */
  readonly organization: string
  readonly text: string
  readonly by: string
  /** Who was told that they ended it, in order. */
  readonly ends: { readonly by: string; readonly as: 'done' | 'cancelled'; readonly id: string }[]
}

/** An act that its author was told is done: it is in the log once. */
export interface Act {
  readonly by: string
  readonly action: string
  readonly entity: string
  readonly atMs: number
}

/** What everybody in the play wrote down. */
export interface Ledger {
  readonly readings: Map<string, Reading>
  readonly presses: Press[]
  readonly arrivals: Arrival[]
  readonly looks: Map<string, Look[]>
  readonly stays: Stay[]
  readonly outages: Outage[]
  readonly duties: Map<string, Duty>
  readonly acts: Act[]
  /** Acts of which nobody heard what became of them, as `by action entity`. */
  readonly unheard: string[]
  /** Who was referred where. */
  readonly referred: { readonly patient: string; readonly to: string; readonly atMs: number }[]
  /** Who is called in a browser, and since when. */
  readonly browsers: { readonly who: string; readonly fromMs: number }[]
  /** What was written for the next shift. */
  readonly texts: {
    readonly by: string
    readonly patient: string
    readonly text: string
    readonly atMs: number
  }[]
  /** Who was given what of which patient, when: the first time in an hour. */
  readonly given: { readonly to: string; readonly patient: string; readonly atMs: number }[]
  /** When accounts ended. */
  readonly gone: Map<string, number>
  /** Changes of who is called: ward, from when on, lines. */
  readonly plans: {
    readonly ward: string
    readonly fromMs: number
    readonly day: readonly string[]
    readonly night: readonly string[]
  }[]
  /** All that happened, a line each. */
  readonly lines: string[]
}

export const newLedger = (): Ledger => ({
  readings: new Map(),
  presses: [],
  arrivals: [],
  looks: new Map(),
  stays: [],
  outages: [],
  duties: new Map(),
  acts: [],
  unheard: [],
  referred: [],
  texts: [],
  browsers: [],
  given: [],
  gone: new Map(),
  plans: [],
  lines: [],
})
