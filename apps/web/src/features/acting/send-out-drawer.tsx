import { Form, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { useAct } from '../../lib/use-api.ts'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { accessList, type Overview, overviewRead } from './access.ts'

const offered = ['lifted', '1', '8', '24', '72'] as const

/** Effect and duration of ending access; `who` null means all. */
export function SendOutDrawer(props: {
  who: Overview['inside'][number] | null
  open: boolean
  onClose: () => void
}) {
  const { t } = useTranslation()
  const { who, open, onClose } = props
  const end = useAct('POST /api/v1/auth/acting/end', {
    refresh: [overviewRead, accessList],
    errors: 'caller',
  })
  return (
    <FormDrawer<{ hours: (typeof offered)[number] }>
      title={who === null ? t('acting.access.endAll') : t('acting.access.endTitle', { name: who.name })}
      open={open}
      onClose={onClose}
      initialValues={{ hours: 'lifted' }}
      submitText={t('acting.access.endNow')}
      savedText={t('acting.access.ended')}
      onSubmit={({ hours }) =>
        end.mutateAsync({
          ...(who === null ? { everyone: true as const } : { personId: who.personId }),
          ...(hours !== 'lifted' && { hours: Number(hours) }),
        })
      }
    >
      <p>{t('acting.access.endHint')}</p>
      <Form.Item name="hours" label={t('acting.access.stayOut')}>
        <Select
          options={offered.map((value) => ({
            value,
            label: value === 'lifted' ? t('acting.access.untilLifted') : t('acting.hours', { hours: value }),
          }))}
        />
      </Form.Item>
    </FormDrawer>
  )
}
