import { Form, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { useAct } from '../../lib/use-api.ts'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { type Access, accessList, overviewRead } from './access.ts'

const offered = [1, 2, 4, 8, 24, 72]

export function ApproveDrawer(props: { access: Access | null; open: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const { access, open, onClose } = props
  const approve = useAct('POST /api/v1/auth/acting/request/:accessId/approve', {
    refresh: [accessList, overviewRead],
    errors: 'caller',
  })
  const asked = access?.hours ?? 4
  return (
    <FormDrawer<{ hours: number }>
      title={t('acting.requests.approveTitle', { name: access?.name })}
      open={open}
      onClose={onClose}
      initialValues={{ hours: asked }}
      submitText={t('acting.requests.approve')}
      savedText={t('acting.requests.approved')}
      onSubmit={({ hours }) => approve.mutateAsync({ accessId: access?.id ?? '', hours })}
    >
      <p>{t('acting.requests.approveHint', { company: access?.companyName, reason: access?.reason })}</p>
      <Form.Item name="hours" label={t('acting.forHours')}>
        <Select
          options={[...new Set([...offered, asked])]
            .toSorted((a, b) => a - b)
            .map((hours) => ({ value: hours, label: t('acting.hours', { hours }) }))}
        />
      </Form.Item>
    </FormDrawer>
  )
}
