import type { FocusEvent } from 'react'
import type { LookupField } from '../../domain/patient/lookup'
import { Fields, type CommandForm } from '../form-kit'
import styles from './lookup.module.css'
import type { LookupValues } from './use-lookup-form'

/** The fields of a look-up, or those that are named; each is checked when it is left. */
export function LookupFields({
  form,
  only,
}: {
  readonly form: CommandForm<LookupValues>
  readonly only?: readonly LookupField[]
}) {
  const onBlur = ({ target }: FocusEvent): void => {
    const left = form.fields.find(({ name }) => target.id === `${form.id}-${name}`)
    if (left !== undefined) form.leave(left.name)
  }
  return (
    <div className={styles['fields']} onBlur={onBlur}>
      <Fields form={form} {...(only === undefined ? {} : { only })} />
    </div>
  )
}
