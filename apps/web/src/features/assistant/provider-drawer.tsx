import { modelPresets, modelPresetNames, type ModelPreset } from '@netward/contract/assistant-values'
import { AutoComplete, Checkbox, Form, Input, InputNumber, Select } from 'antd'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useAct } from '../../lib/use-api.ts'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { afterProviders, type Provider } from './provider.ts'

interface Values {
  name: string
  preset: ModelPreset
  address: string
  key?: string
  model: string
  isAbroad: boolean
  mostOutput: number
}

const fresh: Values = {
  name: '',
  preset: 'deepseek',
  address: modelPresets.deepseek.address,
  model: '',
  isAbroad: false,
  mostOutput: 4096,
}

interface DrawerProps {
  readonly edited: Provider | 'new' | null
  readonly onClose: () => void
}

export function ProviderDrawer({ edited, onClose }: DrawerProps) {
  const { t } = useTranslation()
  const options = { refresh: afterProviders, errors: 'caller' } as const
  const add = useAct('POST /api/v1/assistant/provider', options)
  const edit = useAct('PUT /api/v1/assistant/provider/:providerId', options)
  const provider = edited === 'new' ? null : edited
  const initialValues = useMemo((): Values => {
    if (provider === null) return fresh
    const { name, preset, address, model, isAbroad, mostOutput } = provider
    return { name, preset, address, model, isAbroad, mostOutput }
  }, [provider])
  const save = ({ key = '', ...values }: Values) => {
    const given = { ...values, ...(key !== '' && { key }) }
    return provider === null
      ? add.mutateAsync(given)
      : edit.mutateAsync({ providerId: provider.id, ...given })
  }
  return (
    <FormDrawer<Values>
      title={t(provider === null ? 'assistant.add' : 'assistant.editTitle')}
      open={edited !== null}
      onClose={onClose}
      initialValues={initialValues}
      onSubmit={save}
    >
      {(form) => (
        <>
          <Form.Item name="preset" label={t('assistant.preset')}>
            <Select
              options={modelPresetNames.map((value) => ({ value, label: t(`assistant.presets.${value}`) }))}
              onChange={(preset: ModelPreset) => {
                const { address, isAbroad } = modelPresets[preset]
                form.setFieldsValue({ address, isAbroad })
              }}
            />
          </Form.Item>
          <Form.Item
            name="name"
            label={t('assistant.name')}
            rules={[{ required: true, whitespace: true, message: t('assistant.nameEmpty') }]}
          >
            <Input maxLength={100} autoComplete="off" />
          </Form.Item>
          <ServiceItems provider={provider} />
        </>
      )}
    </FormDrawer>
  )
}

/** Where it is, its key and its model. */
function ServiceItems({ provider }: { provider: Provider | null }) {
  const { t } = useTranslation()
  const hasKey = provider?.hasKey === true
  return (
    <>
      <Form.Item
        name="address"
        label={t('assistant.address')}
        extra={t('assistant.addressHint')}
        rules={[{ required: true, pattern: /^https?:\/\/\S+$/, message: t('assistant.addressWrong') }]}
      >
        <Input maxLength={300} autoComplete="off" spellCheck={false} />
      </Form.Item>
      <Form.Item name="key" label={t('assistant.key')} extra={t('assistant.keyHint')}>
        <Input.Password
          maxLength={500}
          autoComplete="new-password"
          {...(hasKey && { placeholder: t('assistant.keyKept') })}
        />
      </Form.Item>
      <Form.Item
        name="model"
        label={t('assistant.model')}
        extra={t('assistant.modelHint')}
        rules={[{ required: true, whitespace: true, message: t('assistant.modelEmpty') }]}
      >
        <AutoComplete
          maxLength={200}
          options={(provider?.models ?? []).map((value) => ({ value }))}
          showSearch={{ filterOption: (text, option) => String(option?.value).includes(text) }}
        />
      </Form.Item>
      <Form.Item name="mostOutput" label={t('assistant.mostOutput')}>
        <InputNumber min={256} max={65_536} step={256} precision={0} />
      </Form.Item>
      <Form.Item name="isAbroad" valuePropName="checked" extra={t('assistant.isAbroadHint')}>
        <Checkbox>{t('assistant.isAbroad')}</Checkbox>
      </Form.Item>
    </>
  )
}
