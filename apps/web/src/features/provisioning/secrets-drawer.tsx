import { templateSecretName } from '@netward/contract/template-values'
import { Button, Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { useMay } from '../../lib/permissions.ts'
import { useAct, useApi } from '../../lib/use-api.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { secretList } from './template.ts'
import './provisioning.css'

const nothing = { name: '', value: '' }

/** Secrets by name: values are write-only. */
export function SecretsDrawer({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const format = useFormat()
  const confirm = useConfirm()
  const mayEdit = useMay('DMS_SERVER_DEVICE_TEMPLATE_EDIT')
  const secrets = useApi(secretList, {}, { enabled: open }).data ?? []
  const put = useAct('PUT /api/v1/device/template-secrets/:name', { errors: 'caller', refresh: [secretList] })
  const remove = useAct('DELETE /api/v1/device/template-secrets/:name', { refresh: [secretList] })
  const ask = (name: string) =>
    void confirm({
      title: t('provisioning.secrets.removeQuestion', { name }),
      text: t('provisioning.secrets.removeText'),
      action: t('provisioning.secrets.remove'),
      act: () => remove.mutateAsync({ name }),
    })
  return (
    <FormDrawer<typeof nothing>
      title={t('provisioning.secrets.title')}
      open={open}
      onClose={onClose}
      initialValues={nothing}
      submitText={t('provisioning.secrets.set')}
      blocked={mayEdit ? undefined : t('common.noPermissionHint')}
      onSubmit={(values) => put.mutateAsync(values)}
    >
      <p className="provisioning-hint">{t('provisioning.secrets.hint')}</p>
      {secrets.length === 0 && <p>{t('provisioning.secrets.none')}</p>}
      <ul className="provisioning-secrets">
        {secrets.map(({ name, changedAt }) => (
          <li key={name}>
            <span className="mono">{name}</span>
            <span className="provisioning-hint">{format.dateTime(changedAt)}</span>
            {mayEdit && (
              <Button
                type="link"
                size="small"
                danger
                aria-label={`${t('provisioning.secrets.remove')} ${name}`}
                onClick={() => ask(name)}
              >
                {t('provisioning.remove')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <Form.Item
        name="name"
        label={t('provisioning.secrets.name')}
        extra={t('provisioning.secrets.nameHint')}
        rules={[
          { required: true, message: t('validation.missing') },
          { pattern: templateSecretName, message: t('provisioning.secrets.nameHint') },
        ]}
      >
        <Input maxLength={40} autoComplete="off" />
      </Form.Item>
      <Form.Item
        name="value"
        label={t('provisioning.secrets.value')}
        rules={[{ required: true, message: t('validation.missing') }]}
      >
        <Input.Password maxLength={1024} autoComplete="new-password" />
      </Form.Item>
    </FormDrawer>
  )
}
