export { CommandFormView, type CommandFormViewProps } from './CommandFormView'
export { useConfirmCommand, type Confirmation } from './confirm-command'
export { instantOf } from './date-time-pieces'
export { Fields } from './Fields'
export { entityOf, entityValue } from './field-spec'
export { EntityPicker, type EntityPickerProps } from './EntityPicker'
export { NameConfirm, type NameConfirmProps } from './NameConfirm'
export type {
  EntityOption,
  EntitySearch,
  FieldOption,
  FieldSpec,
  FieldValue,
  FieldValues,
} from './field-spec'
export { FormBody, type FormBodyProps } from './FormBody'
export { FormDialog, type FormDialogProps } from './FormDialog'
export { SecretValue, useSecretOnce } from './secret-once'
export { useSubmission, type Doing, type Submitted } from './submission'
export type { CommandFormOptions, KeptForm } from './form-options'
export { useCommandForm, type AnyCommandForm, type CommandForm } from './use-command-form'
