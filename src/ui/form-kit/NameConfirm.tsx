import { TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { formTexts } from '../../texts/form'
import { useEdition } from '../edition'

export interface NameConfirmProps {
  readonly id: string
  readonly label: string
  readonly hint?: ReactNode
  readonly value: string
  readonly error?: ReactNode
  readonly readOnly?: boolean
  readonly disabled?: boolean
  readonly withAsterisk?: boolean
  readonly onChange: (value: string) => void
}

/** The patient's full name, typed for each act: no draft keeps it and no browser fills it in. */
export function NameConfirm({ hint, onChange, ...field }: NameConfirmProps) {
  const t = formTexts(useEdition()).name
  return (
    <TextInput
      {...field}
      description={hint ?? t.hint}
      required
      autoComplete="off"
      spellCheck={false}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
