import { consentContents, maskedKinds } from '@netward/contract/assistant-values'
import { Alert, Checkbox, Form } from 'antd'
import { useTranslation } from 'react-i18next'
import { useAct } from '../../lib/use-api.ts'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { afterProviders, type Service } from './provider.ts'

interface Values {
  contents: (typeof consentContents)[number][]
  masked: (typeof maskedKinds)[number][]
  abroad: boolean
}

const initialValues: Values = { contents: [...consentContents], masked: [...maskedKinds], abroad: false }

/** What leaves, where to, and what is masked before. */
export function ConsentDrawer({ provider, onClose }: { provider: Service | null; onClose: () => void }) {
  const { t } = useTranslation()
  const give = useAct('POST /api/v1/assistant/consent', { refresh: afterProviders, errors: 'caller' })
  return (
    <FormDrawer<Values>
      title={t('assistant.giveTitle', { name: provider?.name ?? '' })}
      open={provider !== null}
      onClose={onClose}
      initialValues={initialValues}
      submitText={t('assistant.give')}
      onSubmit={async (values) => give.mutateAsync({ providerId: provider?.id ?? '', ...values })}
    >
      <p>
        {t('assistant.goesTo')} <span className="mono">{provider?.address}</span>
      </p>
      {provider?.isAbroad === true && (
        <Alert type="warning" showIcon title={t('assistant.abroadWarning')} className="assistant-alert" />
      )}
      <Form.Item
        name="contents"
        label={t('assistant.contents')}
        // Not "required": a group of boxes has no such attribute.
        rules={[{ type: 'array', min: 1, message: t('assistant.contentsEmpty') }]}
      >
        <Checkbox.Group
          className="assistant-choices"
          options={consentContents.map((value) => ({ value, label: t(`assistant.content.${value}`) }))}
        />
      </Form.Item>
      <Form.Item name="masked" label={t('assistant.masked')} extra={t('assistant.maskedHint')}>
        <Checkbox.Group
          className="assistant-choices"
          options={maskedKinds.map((value) => ({ value, label: t(`assistant.mask.${value}`) }))}
        />
      </Form.Item>
      <Form.Item name="abroad" valuePropName="checked" hidden={provider?.isAbroad !== true}>
        <Checkbox>{t('assistant.abroadConfirm')}</Checkbox>
      </Form.Item>
    </FormDrawer>
  )
}
