import { templateVariables } from '@netward/contract/template-values'
import { Checkbox, Form, Input } from 'antd'
import { useContext } from 'react'
import { useTranslation } from 'react-i18next'
import { useAct, useApi } from '../../lib/use-api.ts'
import { useCompanyScope } from '../../lib/use-company-scope.ts'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { LoadingState } from '../../ui/states.tsx'
import { EditedTemplate } from './edited-template.ts'
import { NotificationsField } from './notifications-field.tsx'
import { ObjectsField } from './objects-field.tsx'
import { SelectorField } from './selector-field.tsx'
import { SettingsField } from './settings-field.tsx'
import { TemplateExample } from './template-example.tsx'
import {
  afterChange,
  emptyTemplate,
  templateDetail,
  type TemplateRow,
  type TemplateValues,
} from './template.ts'
import { ValuesField } from './values-field.tsx'
import './provisioning.css'

/** Creates a template, or its next version. */
export function TemplateDrawer(props: { template: TemplateRow | null; open: boolean; onClose: () => void }) {
  const { template, open, onClose } = props
  const { companyId } = useCompanyScope()
  const latest = useApi(
    templateDetail,
    { templateId: template?.id ?? '' },
    { enabled: open && template !== null },
  ).data
  if (template !== null && (latest === undefined || latest.id !== template.id))
    return open ? <LoadingState /> : null
  const initial =
    template === null || latest === undefined
      ? emptyTemplate
      : {
          name: latest.name,
          selector: latest.version.selector,
          content: latest.version.content,
          objectsStay: latest.version.objectsStay,
          acknowledged: latest.version.acknowledged,
        }
  const edited =
    template === null || template.companyId === companyId
      ? null
      : { id: template.id, companyId: template.companyId, companyName: template.companyName }
  return (
    <EditedTemplate value={edited}>
      <Editor templateId={template?.id ?? null} initial={initial} open={open} onClose={onClose} />
    </EditedTemplate>
  )
}

function Editor(props: {
  templateId: string | null
  initial: TemplateValues
  open: boolean
  onClose: () => void
}) {
  const { t } = useTranslation()
  const { templateId, initial, open, onClose } = props
  const edited = useContext(EditedTemplate)
  const create = useAct('POST /api/v1/device/template', { errors: 'caller', refresh: afterChange })
  const edit = useAct('PUT /api/v1/device/template/:templateId', { errors: 'caller', refresh: afterChange })
  return (
    <FormDrawer<TemplateValues>
      title={templateId === null ? t('provisioning.create') : t('provisioning.edit')}
      open={open}
      onClose={onClose}
      initialValues={initial}
      width={760}
      onSubmit={(values) => {
        // Parts without a field are preserved; companies are named only if it is for those below.
        const selector = { ...initial.selector, ...values.selector }
        const companyIds = selector.below ? selector.companyIds : []
        const whole = { ...values, selector: { ...selector, companyIds } }
        return templateId === null ? create.mutateAsync(whole) : edit.mutateAsync({ templateId, ...whole })
      }}
    >
      <p className="provisioning-hint">
        {edited !== null && <>{t('provisioning.ofCompany', { name: edited.companyName })} </>}
        {t('provisioning.editHint')}
      </p>
      <Form.Item
        name="name"
        label={t('provisioning.name')}
        rules={[{ required: true, whitespace: true, message: t('validation.missing') }]}
      >
        <Input maxLength={100} autoComplete="off" />
      </Form.Item>
      <fieldset className="provisioning-group">
        <legend>{t('provisioning.selector')}</legend>
        <p className="provisioning-hint">{t('provisioning.selectorHint')}</p>
        <SelectorField open={open} />
      </fieldset>
      <fieldset className="provisioning-group">
        <legend>{t('provisioning.settings.title')}</legend>
        <p className="provisioning-hint">
          {t('provisioning.settings.hint', { example: '{{outlet.name}}' })}{' '}
          {t('provisioning.settings.absencesHint')}
        </p>
        <SettingsField />
      </fieldset>
      <fieldset className="provisioning-group">
        <legend>{t('provisioning.values')}</legend>
        <p className="provisioning-hint">
          {t('provisioning.valuesHint', {
            variables: templateVariables.map((name) => `{{${name}}}`).join(' '),
            secret: '{{secret.guest-wifi}}',
          })}
        </p>
        <ValuesField />
      </fieldset>
      <fieldset className="provisioning-group">
        <legend>{t('provisioning.objects')}</legend>
        <p className="provisioning-hint">{t('provisioning.objectsHint')}</p>
        <ObjectsField />
        <Form.Item name="objectsStay" valuePropName="checked" extra={t('provisioning.objectsStayHint')}>
          <Checkbox>{t('provisioning.objectsStay')}</Checkbox>
        </Form.Item>
      </fieldset>
      <fieldset className="provisioning-group">
        <legend>{t('provisioning.notifications')}</legend>
        <NotificationsField />
      </fieldset>
      <Form.Item name="acknowledged" valuePropName="checked">
        <Checkbox>{t('provisioning.acknowledged')}</Checkbox>
      </Form.Item>
      <TemplateExample templateId={templateId} selector={initial.selector} />
    </FormDrawer>
  )
}
