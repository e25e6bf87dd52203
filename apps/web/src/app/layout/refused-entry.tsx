import { Alert, Button, Form, Input, Modal, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '../../lib/notify.ts'
import { useMay } from '../../lib/permissions.ts'
import {
  isAdminIdentity,
  type RefusedEntry as Refused,
  refusedEntry,
  useActing,
  useSession,
} from '../../lib/session.ts'
import { useStore } from '../../lib/store.ts'
import { useAct } from '../../lib/use-api.ts'
import { actIn } from '../scope.ts'
import { StopActing } from './tenant-select.tsx'

const offeredHours = [1, 2, 4, 8, 24, 72]
const askable = ['acting.consent_needed', 'acting.outside_hours', 'acting.ended']

/** A tenant that refuses entry: the reason, and how to request access. */
export function RefusedEntry() {
  const { t } = useTranslation()
  const refused = useStore(refusedEntry)
  const acting = useActing()
  // Shown after leaving the tenant.
  const shown = refused !== null && acting?.companyId !== refused.tenant.companyId ? refused : null
  const close = () => refusedEntry.set(null)
  return (
    <Modal
      open={shown !== null}
      title={shown === null ? '' : t('acting.refusedTitle', { company: shown.tenant.name })}
      onCancel={close}
      footer={null}
      width={480}
      destroyOnHidden
    >
      {shown !== null && <Ways refused={shown} onDone={close} />}
    </Modal>
  )
}

function Ways({ refused, onDone }: { refused: Refused; onDone: () => void }) {
  const { t } = useTranslation()
  const mayBreak = useMay('DMS_SERVER_ORGANIZATION_MANAGE_TENANT_BREAK_GLASS')
  const acting = useActing()
  const session = useSession()
  const [form] = Form.useForm<{ reason: string; hours: number }>()
  const [breaking, setBreaking] = useState(false)
  const ask = useAct('POST /api/v1/auth/acting/request', {
    refresh: ['POST /api/v1/auth/acting/tenants'],
  })
  const breakGlass = useAct('POST /api/v1/auth/acting/break-glass')
  const { companyId, name } = refused.tenant
  const mayAsk = askable.includes(refused.code)
  const broken = refused.code.startsWith('acting.') && mayBreak
  const filling = mayAsk || breaking
  const submit = async ({ reason, hours }: { reason: string; hours: number }) => {
    if (breaking) {
      await breakGlass.mutateAsync({ companyId, reason })
      onDone()
      await actIn({ companyId, name })
    } else {
      await ask.mutateAsync({ companyId, reason, hours })
      notify.success(t('acting.asked', { company: name }))
      onDone()
    }
  }
  return (
    <div className="refused-entry">
      <Alert type="warning" showIcon title={refused.message} />
      {acting !== null && !mayBreak && isAdminIdentity(session?.identity ?? 4) && (
        <p className="refused-entry-elsewhere">
          <span>{t('acting.breakElsewhere', { company: acting.name })}</span>
          <StopActing />
        </p>
      )}
      {(mayAsk || broken) && (
        <Form
          form={form}
          layout="vertical"
          initialValues={{ reason: '', hours: 4 }}
          onFinish={(values) => void submit(values).catch(() => {})}
        >
          {breaking && <p>{t('acting.breakHint')}</p>}
          {filling && (
            <Form.Item
              name="reason"
              label={t('acting.reason')}
              rules={[{ required: true, whitespace: true, message: t('validation.actingReasonEmpty') }]}
            >
              <Input.TextArea rows={3} maxLength={500} showCount />
            </Form.Item>
          )}
          {mayAsk && !breaking && (
            <Form.Item name="hours" label={t('acting.forHours')}>
              <Select
                options={offeredHours.map((hours) => ({ value: hours, label: t('acting.hours', { hours }) }))}
              />
            </Form.Item>
          )}
          <div className="refused-entry-buttons">
            {broken && !breaking && (
              <Button danger onClick={() => setBreaking(true)}>
                {t('acting.break')}
              </Button>
            )}
            {breaking && mayAsk && (
              <Button onClick={() => setBreaking(false)}>{t('acting.askInstead')}</Button>
            )}
            {filling && (
              <Button
                type="primary"
                danger={breaking}
                htmlType="submit"
                loading={ask.isPending || breakGlass.isPending}
              >
                {breaking ? t('acting.breakNow') : t('acting.ask')}
              </Button>
            )}
          </div>
        </Form>
      )}
    </div>
  )
}
