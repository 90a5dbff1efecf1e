import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '../edition'
import { IconEye, IconEyeOff } from '../layout/icons'
import { useOpenWork } from '../work'

const VisibilityIcon = ({ reveal }: { readonly reveal: boolean }) =>
  reveal ? <IconEyeOff /> : <IconEye />

/** A password field with a show button; pasting and password managers work (WCAG 3.3.8). */
export function PasswordField(props: PasswordInputProps) {
  const t = useTexts().ui
  const [visible, setVisible] = useState(false)
  useOpenWork('typing', props.value !== undefined && props.value !== '') // kept nowhere: a reload would lose it
  return (
    <PasswordInput
      autoComplete="current-password"
      spellCheck={false}
      autoCapitalize="none"
      aria-invalid={props.error ? true : undefined} // Mantine says so of every field but this one
      {...props}
      visible={visible}
      onVisibilityChange={setVisible}
      visibilityToggleIcon={VisibilityIcon}
      // In the tab order, unlike Mantine's own: people who use keys need it too.
      visibilityToggleButtonProps={{
        'aria-label': visible ? t.hidePassword : t.showPassword,
        'aria-hidden': false,
        tabIndex: 0,
        size: 36,
      }}
    />
  )
}
