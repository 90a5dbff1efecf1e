import { useEffect, useState } from 'react'
import { createSelfCareLogin } from '../../data/admission'
import { useCommand, useIdentity } from '../../engine/react'
import type { AdmissionTexts } from '../../texts/admission'
import { useCommandForm, type AnyCommandForm, type KeptForm } from '../../ui/form-kit'

interface LoginInput {
  readonly patientId: string
  readonly selfCare: { readonly email: string; readonly password: string }
}

/** A password that nobody typed (O095): null while its words load. It is kept nowhere. */
export const usePassphrase = (): {
  readonly password: string | null
  readonly another: () => void
} => {
  const { suggestPassphrase } = useIdentity()
  const [password, setPassword] = useState<string | null>(null)
  const [times, setTimes] = useState(0)
  useEffect(() => {
    let gone = false
    void suggestPassphrase().then((made) => {
      if (!gone) setPassword(made)
    })
    return () => {
      gone = true
    }
    // Once, and when another is asked for.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [times])
  return { password, another: () => setTimes((before) => before + 1) }
}

/** The form of a login of a patient's own: the address; the password is generated. */
export const useLoginForm = (
  patientId: string,
  password: string | null,
  t: AdmissionTexts,
  onMade: (email: string) => void,
  draft?: KeptForm<{ readonly email: string }>,
): AnyCommandForm => {
  const command = useCommand(createSelfCareLogin)
  return useCommandForm<{ readonly email: string }, LoginInput, { readonly email: string }>({
    command,
    fields: [
      {
        kind: 'email',
        name: 'email',
        label: t.login.email,
        required: true,
        missing: t.login.emailRequired,
        wrong: t.login.emailInvalid,
        maxLength: 254,
        autoFocus: true,
      },
    ],
    before: { email: '' },
    toInput: ({ email }) => ({ patientId, selfCare: { email, password: password ?? '' } }),
    paths: { 'selfCare.email': 'email' },
    ...(draft === undefined ? {} : { draft }),
    onDone: (made) => {
      if (made !== null) onMade(made.email)
    },
  })
}
