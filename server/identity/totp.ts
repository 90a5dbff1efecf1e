import { createGuardrails, generateSecret, verifySync } from 'otplib'

export const totpPeriodSeconds = 30
export const totpDigits = 6

/** RFC 4226 requires 128 bits; ours have 160, the demonstration's usual example 80. */
const guardrails = createGuardrails({ MIN_SECRET_BYTES: 10 })

/** A fresh base32 secret of 160 bits. */
export const newTotpSecret = (): string => generateSecret({ length: 20 })

/**
 * The time step of the code, one before or after allowed; null: wrong, or not later than
 * `lastStep`: a code works once (RFC 6238, 5.2).
 */
export const totpStep = (
  secret: string,
  code: string,
  nowMs: number,
  lastStep = 0,
): number | null => {
  if (!/^\d{6}$/u.test(code)) return null
  const result = verifySync({
    secret,
    token: code,
    epoch: Math.floor(nowMs / 1000),
    period: totpPeriodSeconds,
    digits: totpDigits,
    epochTolerance: totpPeriodSeconds,
    guardrails,
  })
  if (!result.valid) return null
  const step = Math.floor(nowMs / 1000 / totpPeriodSeconds) + result.delta
  return step > lastStep ? step : null
}
