import { useEdition, useSetEdition, useTexts } from '../../ui/edition'
import { Choice } from '../../ui/layout'

/** Chooses the language of this device; until then the organisation's holds. */
export function EditionPicker() {
  const t = useTexts().shell.userMenu
  return (
    <Choice
      label={t.language}
      value={useEdition()}
      onChange={useSetEdition()}
      options={[
        { value: 'en-GB', label: t.english },
        { value: 'en-US', label: t.american },
      ]}
    />
  )
}
