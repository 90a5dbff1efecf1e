import { useTexts } from '../../ui/edition'
import { Choice } from '../../ui/layout'
import { themes, useTheme } from '../../ui/theme'

/** Chooses the theme of this device. */
export function AppearancePicker() {
  const t = useTexts().ui
  const { theme, setTheme } = useTheme()
  return (
    <Choice
      label={t.appearance}
      value={theme}
      onChange={setTheme}
      options={themes.map((name) => ({ value: name, label: t.themes[name] }))}
    />
  )
}
