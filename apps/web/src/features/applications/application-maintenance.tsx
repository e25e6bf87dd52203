import { Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { useAct } from '../../lib/use-api.ts'
import { instantOf } from '../../lib/wall-clock.ts'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { inTwoHours, UntilItem } from '../../ui/until-item.tsx'
import { afterChange, type Application, useProductName } from './application.ts'

interface Values {
  maintenanceZh: string
  maintenanceEn: string
  maintenanceUntil: string
}

/** The message for the company's users meanwhile, and the end. */
export function ApplicationMaintenance(props: {
  application: Application
  open: boolean
  onClose: () => void
}) {
  const { t } = useTranslation()
  const productName = useProductName()
  const { application } = props
  const message = [{ required: true, whitespace: true, message: t('products.maintenanceEmpty') }]
  const edit = useAct('POST /api/v1/auth/application/edit', { refresh: afterChange, errors: 'caller' })
  return (
    <FormDrawer<Values>
      title={t('applications.maintenanceTitle', { name: application.displayName })}
      open={props.open}
      onClose={props.onClose}
      initialValues={{ maintenanceZh: '', maintenanceEn: '', maintenanceUntil: inTwoHours() }}
      submitText={t('applications.enterMaintenance')}
      savedText={t('applications.inMaintenance')}
      onSubmit={({ maintenanceUntil, ...messages }) =>
        edit.mutateAsync({
          applicationId: application.id,
          move: 'enterMaintenance',
          ...messages,
          maintenanceUntil: instantOf(maintenanceUntil),
        })
      }
    >
      <p>{t('applications.maintenanceText', { product: productName(application) })}</p>
      <Form.Item name="maintenanceZh" label={t('applications.maintenanceZh')} rules={message}>
        <Input.TextArea rows={3} maxLength={500} showCount />
      </Form.Item>
      <Form.Item name="maintenanceEn" label={t('applications.maintenanceEn')} rules={message}>
        <Input.TextArea rows={3} maxLength={500} showCount />
      </Form.Item>
      <UntilItem name="maintenanceUntil" label={t('applications.maintenanceUntil')} />
    </FormDrawer>
  )
}
