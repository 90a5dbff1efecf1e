import { usualMinutes, type Callee, type OnCallPlan, type Slot } from '../../domain/calling/plan'

/** Users that a time has room for in the form; a provider is called after them. */
export const places = ['first', 'second', 'third', 'fourth'] as const

type Shown = OnCallPlan['slots'][number]

/** A plan as it is sent; who has no account any more is left out. */
export const slotsOf = (plan: OnCallPlan | null): readonly Slot[] =>
  (plan?.slots ?? []).map(({ line, ...slot }) => ({
    ...slot,
    line: line.flatMap(({ user, provider, isReached }): Callee[] =>
      provider !== null
        ? [{ userId: null, provider }]
        : user !== null && isReached
          ? [{ userId: user.id, provider: null }]
          : [],
    ),
  }))

/** What is sent of a plan besides its slots. */
export const planBasis = (wardId: string, plan: OnCallPlan | null) => ({
  wardId,
  minutesOfSeverity4: plan?.minutesOfSeverity4 ?? usualMinutes.minutesOfSeverity4,
  minutesOfSeverity3: plan?.minutesOfSeverity3 ?? usualMinutes.minutesOfSeverity3,
  seen: plan?.changedAt ?? null,
})

/** A time on call as its form has it. */
export const formOf = (slot: Shown | null) => {
  const users = (slot?.line ?? []).flatMap(({ user, isReached }) =>
    user !== null && isReached ? [user.id] : [],
  )
  const provider = slot?.line.find((one) => one.provider !== null)?.provider
  return {
    days: (slot?.days ?? [1, 2, 3, 4, 5, 6, 7]).map(String) as readonly string[],
    from: slot?.from ?? '',
    until: slot?.until ?? '',
    first: users[0] ?? '',
    second: users[1] ?? '',
    third: users[2] ?? '',
    fourth: users[3] ?? '',
    providerName: provider?.name ?? '',
    providerEmail: provider?.email ?? '',
  }
}

/** The same as it is sent. */
export const slotOf = (read: Readonly<Record<string, unknown>>) => {
  const text = (name: string): string => {
    const value = read[name]
    return typeof value === 'string' ? value.trim() : ''
  }
  const provider = { name: text('providerName'), email: text('providerEmail') }
  return {
    days: (Array.isArray(read['days']) ? read['days'] : []).map(Number).toSorted((a, b) => a - b),
    from: text('from'),
    until: text('until'),
    line: [
      ...places.flatMap((place) =>
        text(place) === '' ? [] : [{ userId: text(place), provider: null }],
      ),
      ...(provider.name === '' && provider.email === '' ? [] : [{ userId: null, provider }]),
    ],
  }
}
