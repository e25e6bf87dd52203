import { maxKeys } from '@netward/contract/states/application'
import { Form, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { useAct } from '../../lib/use-api.ts'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { afterChange, type Application } from './application.ts'
import type { NewKey } from './new-key-dialog.tsx'

const overlaps = [
  ['day', 24],
  ['threeDays', 72],
  ['week', 168],
  ['none', 0],
] as const

/** A new key, and how long the previous one stays valid. */
export function RotateDrawer(props: {
  application: Application
  open: boolean
  onClose: () => void
  onMade: (made: NewKey) => void
}) {
  const { t } = useTranslation()
  const { id: applicationId, displayName: name } = props.application
  const issue = useAct('POST /api/v1/auth/application/:applicationId/key', {
    refresh: afterChange,
    errors: 'caller',
  })
  return (
    <FormDrawer<{ overlapHours: number }>
      title={t('applications.keyRotateTitle', { name })}
      open={props.open}
      onClose={props.onClose}
      initialValues={{ overlapHours: 24 }}
      submitText={t('applications.keyRotate')}
      savedText={false}
      onSubmit={async ({ overlapHours }) =>
        props.onMade(await issue.mutateAsync({ applicationId, overlapHours }))
      }
    >
      <p>{t('applications.keyRotateText')}</p>
      <p className="quiet">{t('applications.keysMost', { most: maxKeys })}</p>
      <Form.Item name="overlapHours" label={t('applications.keyOverlap')}>
        <Select
          options={overlaps.map(([words, value]) => ({
            value,
            label: t(`applications.keyOverlaps.${words}`),
          }))}
        />
      </Form.Item>
    </FormDrawer>
  )
}
