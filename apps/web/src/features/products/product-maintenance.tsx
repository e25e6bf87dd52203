import { Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../lib/preferences.ts'
import { useAct } from '../../lib/use-api.ts'
import { instantOf } from '../../lib/wall-clock.ts'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { inTwoHours, UntilItem } from '../../ui/until-item.tsx'
import { afterChange, nameIn, type Product } from './product.ts'

interface Values {
  maintenanceZh: string
  maintenanceEn: string
  maintenanceUntil: string
}

/** The message for all users meanwhile, and the end. */
export function ProductMaintenance(props: { product: Product; open: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { product } = props
  const act = useAct('POST /api/v1/product/:productId/move', { refresh: afterChange, errors: 'caller' })
  const message = [{ required: true, whitespace: true, message: t('products.maintenanceEmpty') }]
  return (
    <FormDrawer<Values>
      title={t('products.maintenanceTitle', { name: nameIn(language, product) })}
      open={props.open}
      onClose={props.onClose}
      initialValues={{ maintenanceZh: '', maintenanceEn: '', maintenanceUntil: inTwoHours() }}
      submitText={t('products.enterMaintenance')}
      savedText={t('products.inMaintenance')}
      onSubmit={({ maintenanceUntil, ...messages }) =>
        act.mutateAsync({
          productId: product.id,
          move: 'enterMaintenance',
          ...messages,
          maintenanceUntil: instantOf(maintenanceUntil),
        })
      }
    >
      <p>{t('products.maintenanceText', { count: product.applications })}</p>
      <Form.Item name="maintenanceZh" label={t('products.maintenanceZh')} rules={message}>
        <Input.TextArea rows={3} maxLength={500} showCount />
      </Form.Item>
      <Form.Item name="maintenanceEn" label={t('products.maintenanceEn')} rules={message}>
        <Input.TextArea rows={3} maxLength={500} showCount />
      </Form.Item>
      <UntilItem name="maintenanceUntil" label={t('products.maintenanceUntil')} />
    </FormDrawer>
  )
}
