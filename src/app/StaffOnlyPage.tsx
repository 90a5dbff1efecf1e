import { Button } from '@mantine/core'
import { useTexts } from '../ui/edition'
import { CentredCard } from '../ui/layout'
import { useLeave } from '../ui/leaving'

/** What a self-care user sees instead of staff screens (O361). */
export function StaffOnlyPage() {
  const t = useTexts().ui.staffOnly
  const { leave } = useLeave()
  return (
    <CentredCard>
      <h1>{t.title}</h1>
      <p>{t.text}</p>
      <p>{t.help}</p>
      <Button onClick={leave}>{t.signOut}</Button>
    </CentredCard>
  )
}
