import { z } from 'zod'
import { alertConditionSchema } from '../../src/domain/alerts/rule'
import { demonstrationPassword } from './accounts'
import { demonstrationId, hashOf } from './random'

const minuteMs = 60_000
/** So soon after the last trigger nobody calls a patient settled. */
const settledAfterMs = 2 * 60 * minuteMs

const alertSchema = z.object({
  id: z.string(),
  acknowledgedAt: z.string().nullable(),
  snoozedUntil: z.string().nullable(),
  alertRule: z.object({ type: z.string(), condition: z.unknown() }).nullable(),
  triggers: z.array(z.object({ id: z.string(), startedAt: z.string(), raisedAt: z.string() })),
})
const patientSchema = z.object({
  id: z.string(),
  latestCheckup: z
    .object({
      endedAt: z.string(),
      ewsScores: z.object({ totalScore: z.number().nullable(), missing: z.number() }).nullable(),
    })
    .nullable(),
  alerts: z.array(alertSchema),
})
export type SeenPatient = z.infer<typeof patientSchema>
export type SeenAlert = z.infer<typeof alertSchema>
type Response = 'acknowledge' | 'snooze' | 'resolve'

const newest = (times: readonly string[]): number =>
  Math.max(...times.map((time) => Date.parse(time)), 0)

/**
 * What a colleague does about an alert. Null: nothing, so that it escalates in the pathway's time,
 * as do all of check-ups that were missed and of one value alone.
 */
export const responseTo = (
  alert: SeenAlert,
  { latestCheckup }: Pick<SeenPatient, 'latestCheckup'>,
  nowMs: number,
): Response | null => {
  if (alert.acknowledgedAt !== null || alert.snoozedUntil !== null) return null
  if (alert.alertRule?.type === 'continuous-monitoring') return 'snooze'
  const condition = alertConditionSchema.safeParse(alert.alertRule?.condition).data
  const isOfTotal =
    condition?.kind === 'totalScore' ||
    (condition?.kind === 'trend' && condition.of === 'totalScore')
  if (!isOfTotal) return null
  const raisedMs = newest(alert.triggers.map(({ startedAt }) => startedAt))
  const scores = latestCheckup?.ewsScores
  const isSettled =
    scores?.missing === 0 &&
    (scores.totalScore ?? 7) < 7 &&
    Date.parse(latestCheckup?.endedAt ?? '') > raisedMs &&
    nowMs - raisedMs > settledAfterMs
  return isSettled ? 'resolve' : 'acknowledge'
}

const noteTexts = {
  acknowledge: [
    'High score seen. Spoke to the patient by phone; emergency assessment requested, on-call clinician informed. Observations every 15 minutes until they are seen.',
    'High score seen and phoned: short of breath, answers in short sentences. Escalated to the on-call clinician, who calls back now. Somebody stays with the patient.',
  ],
  resolve: [
    'Reviewed by phone: the score has come down since, and the patient feels better. Plan unchanged; alert resolved.',
  ],
} as const
const noteOf = (kind: keyof typeof noteTexts, patientId: string): string => {
  const texts = noteTexts[kind]
  return texts[hashOf(patientId, kind) % texts.length] ?? texts[0]
}

/** Who answers the alerts of their wards. The others are left to whoever tries the demonstration. */
const emails = ['multi@riverside.example', 'carer@willowbank.example']

const query = `{
  virtualWardPatients(take: 50, skip: 0, sort: [{ field: alertCount, direction: DESC }]) {
    patients {
      id
      latestCheckup { endedAt ewsScores { totalScore missing } }
      alerts {
        id acknowledgedAt snoozedUntil
        alertRule { type condition }
        triggers { id startedAt raisedAt }
      }
    }
  }
}`
const mutations = {
  acknowledge: 'mutation ($id: ID!) { acknowledgeAlert(id: $id, isAcknowledged: true) { id } }',
  snooze: 'mutation ($id: ID!) { snoozeAlert(id: $id, minutes: 60) { id } }',
  resolve: 'mutation ($alerts: [AlertStatusInput!]!) { setAlertStatus(alerts: $alerts) { id } }',
  note: 'mutation ($patientId: ID!, $text: String!) { addPatientNote(PatientId: $patientId, text: $text) { id } }',
} as const

export interface Staff {
  /** Answers what was raised after `sinceMs` (null: whatever is open) and up to `untilMs`. */
  answer(sinceMs: number | null, untilMs: number): Promise<void>
}

/**
 * The colleagues of whoever tries the demonstration: they sign in and answer alerts through the
 * portal's own API, under the rights, rules and log of anybody who does.
 */
export const createStaff = (given: {
  readonly url: string
  readonly signal: AbortSignal
  readonly now: () => number
}): Staff => {
  const post = async (path: string, body: unknown, token?: string): Promise<unknown> => {
    const answer = await fetch(new URL(path, given.url), {
      method: 'POST',
      body: JSON.stringify(body),
      signal: AbortSignal.any([given.signal, AbortSignal.timeout(60_000)]),
      headers: {
        'Content-Type': 'application/json',
        ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
      },
    })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
    return answer.json()
  }
  const identity = (call: string, body: unknown): Promise<unknown> =>
    post(`/identitytoolkit.googleapis.com/${call}?key=demonstration`, body)
  const ask = async (
    token: string,
    document: string,
    variables: object = {},
    key?: string,
  ): Promise<unknown> => {
    const { data, errors } = z
      .object({ data: z.unknown(), errors: z.array(z.object({ message: z.string() })).optional() })
      .parse(
        await post(
          '/Prod/graphql',
          {
            query: document,
            variables,
            ...(key === undefined ? {} : { extensions: { idempotencyKey: key } }),
          },
          token,
        ),
      )
    if (errors !== undefined) throw new Error(errors[0]?.message ?? 'no reason given')
    return data
  }

  const answerOf = async (
    token: string,
    patient: SeenPatient,
    isDue: (alert: SeenAlert) => boolean,
  ): Promise<void> => {
    const done = new Set<Response>()
    for (const alert of patient.alerts.filter(isDue)) {
      const response = responseTo(alert, patient, given.now())
      if (response === null) continue
      const triggerIds = alert.triggers.map(({ id }) => id)
      const variables =
        response === 'resolve'
          ? { alerts: [{ id: alert.id, status: 'closed', triggerIds }] }
          : { id: alert.id }
      await ask(
        token,
        mutations[response],
        variables,
        demonstrationId(response, alert.id, ...triggerIds),
      )
      done.add(response)
    }
    for (const kind of ['acknowledge', 'resolve'] as const)
      if (done.has(kind))
        await ask(
          token,
          mutations.note,
          { patientId: patient.id, text: noteOf(kind, patient.id) },
          demonstrationId('note', kind, patient.id, given.now()),
        )
  }

  const answerAs = async (email: string, isDue: (alert: SeenAlert) => boolean): Promise<void> => {
    const { idToken, refreshToken } = z
      .object({ idToken: z.string(), refreshToken: z.string() })
      .parse(
        await identity('v1/accounts:signInWithPassword', {
          email,
          password: demonstrationPassword,
          returnSecureToken: true,
        }),
      )
    try {
      const { virtualWardPatients } = z
        .object({ virtualWardPatients: z.object({ patients: z.array(patientSchema) }) })
        .parse(await ask(idToken, query))
      for (const patient of virtualWardPatients.patients) await answerOf(idToken, patient, isDue)
    } finally {
      await identity('lamplight/sessions:signOut', { refreshToken })
    }
  }

  return {
    answer: async (sinceMs, untilMs) => {
      const isDue = ({ triggers }: SeenAlert): boolean => {
        const raisedMs = newest(triggers.map(({ raisedAt }) => raisedAt))
        return raisedMs <= untilMs && (sinceMs === null || raisedMs > sinceMs)
      }
      for (const email of emails) await answerAs(email, isDue)
    },
  }
}
