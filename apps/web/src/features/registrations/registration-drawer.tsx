import { Button, Drawer } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { notify } from '../../lib/notify.ts'
import { useAct, useApi } from '../../lib/use-api.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { type Fact, Facts } from '../../ui/detail-page.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { RefuseDrawer } from './refuse-drawer.tsx'
import {
  afterDecision,
  contactText,
  type Registration,
  registrationsEndpoint,
  registrationTones,
} from './registration.ts'
import './registrations.css'

interface Props {
  registration: Registration | null
  onClose: () => void
}

/** One application, and the decision about it. */
export function RegistrationDrawer({ registration, onClose }: Props) {
  const { t } = useTranslation()
  const approve = useApprove(onClose)
  const [refusing, setRefusing] = useState(false)
  const now = useNow(registration) ?? registration
  // Keeps its content while it slides out.
  const [last, setLast] = useState<Registration | null>(null)
  if (now !== null && now !== last) setLast(now)
  const shown = now ?? last
  return (
    <>
      <Drawer
        title={t('account.registrations.detail')}
        open={registration !== null}
        onClose={onClose}
        size={480}
        footer={
          shown?.state === 'waiting' && (
            <div className="registration-decision">
              <Button danger onClick={() => setRefusing(true)}>
                {t('account.registrations.refuse')}
              </Button>
              <Button type="primary" onClick={() => approve(shown)}>
                {t('account.registrations.approve')}
              </Button>
            </div>
          )
        }
      >
        {shown !== null && <Detail registration={shown} />}
      </Drawer>
      <RefuseDrawer
        registration={shown}
        open={refusing}
        onClose={() => setRefusing(false)}
        onRefused={onClose}
      />
    </>
  )
}

/** Its current state: another user may decide meanwhile. The list's live events refetch it. */
function useNow(registration: Registration | null): Registration | undefined {
  const { data } = useApi(
    registrationsEndpoint,
    { registrationId: registration?.id ?? '' },
    { enabled: registration !== null },
  )
  return data?.items[0]
}

function Detail({ registration }: { registration: Registration }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { state, decidedAt, decidedBy, reason } = registration
  const decision: Fact[] =
    state === 'waiting'
      ? []
      : [
          { label: t('account.registrations.decidedAt'), value: format.dateTime(decidedAt) },
          { label: t('account.registrations.decidedBy'), value: decidedBy ?? '—' },
          ...(reason === null ? [] : [{ label: t('account.registrations.reason'), value: reason }]),
        ]
  return (
    <>
      <div className="registration-head">
        <h2>{registration.companyName}</h2>
        <StatusTag tone={registrationTones[state]}>{t(`account.registrations.states.${state}`)}</StatusTag>
      </div>
      <Facts
        facts={[
          { label: t('account.registrations.contactName'), value: registration.contactName },
          { label: t('account.registrations.contact'), value: contactText(registration) },
          { label: t('account.registrations.parent'), value: registration.parentName },
          { label: t('account.registrations.createdAt'), value: format.dateTime(registration.createdAt) },
          ...decision,
        ]}
      />
    </>
  )
}

/** Shows the result before anything is created. */
function useApprove(onDone: () => void): (registration: Registration) => void {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const approve = useAct('POST /api/v1/auth/registration/:registrationId/approve', { refresh: afterDecision })
  return (registration) => {
    const { id: registrationId, companyName: company, contactName, parentName: parent } = registration
    const contact = contactText(registration)
    void confirm({
      title: t('account.registrations.approveTitle', { company }),
      text: (
        <ul className="registration-means">
          <li>{t('account.registrations.approveTenant', { company, parent })}</li>
          <li>{t('account.registrations.approveAdministrator', { contactName, contact })}</li>
          <li>{t('account.registrations.approveNotice', { contact })}</li>
        </ul>
      ),
      action: t('account.registrations.approve'),
      danger: false,
      act: async () => {
        const { companyCode: code } = await approve.mutateAsync({ registrationId })
        notify.success(t('account.registrations.approved', { company, code }))
        onDone()
      },
    })
  }
}
