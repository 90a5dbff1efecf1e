import { Button } from '@mantine/core'
import type { Me } from '../../../domain/user/me'
import { accountTexts } from '../../../texts/account'
import { useEdition } from '../../../ui/edition'
import { Banner } from '../../../ui/feedback'
import { useLeave } from '../../../ui/leaving'

/** Why nothing but this page opens, and what to do about it. */
export function FactorDuty({ me }: { readonly me: Me }) {
  const t = accountTexts(useEdition()).security.duty
  const { leave } = useLeave()
  return me.enrolledInTotpMfa ? (
    <Banner
      kind="warning"
      title={t.again}
      action={
        <Button variant="default" onClick={leave}>
          {t.signOut}
        </Button>
      }
    >
      {t.againText}
    </Banner>
  ) : (
    <Banner kind="warning" title={t.title}>
      {t.text(me.actingOrganization.name)} {t.help}
    </Banner>
  )
}
