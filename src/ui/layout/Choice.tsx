import { useId } from 'react'
import { useTexts } from '../edition'
import { themes, useTheme } from '../theme'
import styles from './Choice.module.css'

export interface ChoiceProps<Value extends string> {
  readonly label: string
  readonly value: Value
  readonly options: readonly { readonly value: Value; readonly label: string }[]
  readonly onChange: (value: Value) => void
  readonly showLabel?: boolean
  /** The first option has the focus when its dialog opens. */
  readonly takesFocus?: boolean
}

export function Choice<Value extends string>({
  label,
  value,
  options,
  onChange,
  showLabel = true,
  takesFocus = false,
}: ChoiceProps<Value>) {
  const name = useId()
  return (
    <fieldset className={styles['choice']}>
      <legend className={showLabel ? styles['legend'] : 'visually-hidden'}>{label}</legend>
      <div className={styles['options']}>
        {options.map((option, at) => (
          <label key={option.value} className={styles['option']}>
            <input
              type="radio"
              name={name}
              data-autofocus={(takesFocus && at === 0) || undefined}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

export function ThemePicker() {
  const t = useTexts().ui
  const { theme, setTheme } = useTheme()
  return (
    <div className={styles['picker']}>
      <Choice
        label={t.appearance}
        value={theme}
        onChange={setTheme}
        options={themes.map((name) => ({ value: name, label: t.themes[name] }))}
      />
    </div>
  )
}
