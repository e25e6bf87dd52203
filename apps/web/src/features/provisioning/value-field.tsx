import { lineSecretName, templateVariables } from '@netward/contract/template-values'
import { AutoComplete, Form } from 'antd'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../lib/use-api.ts'
import { secretList } from './template.ts'

const reference = (name: string) => `{{${name}}}`

/** A value, with the secrets and variables offered that it may refer to: a secret is the whole value. */
export function ValueField({ name, label }: { name: (number | string)[]; label: string }) {
  const { t } = useTranslation()
  const stored = useApi(secretList, {}, { staleTime: 60_000 }).data ?? []
  const offered = (names: readonly { name: string; words: string }[]) =>
    names.map(({ name: one, words }) => ({
      value: reference(one),
      words: words.toLowerCase(),
      label: (
        <span className="provisioning-worded">
          <span>{words}</span>
          <span className="mono">{reference(one)}</span>
        </span>
      ),
    }))
  const secrets = [
    { name: `secret.${lineSecretName}`, words: t('provisioning.secrets.line') },
    ...stored.map((secret) => ({ name: `secret.${secret.name}`, words: secret.name })),
  ]
  const variables = templateVariables.map((one) => ({ name: one, words: t(`provisioning.variables.${one}`) }))
  return (
    <Form.Item name={name}>
      <AutoComplete
        className="mono"
        placeholder={label}
        aria-label={label}
        maxLength={4096}
        popupMatchSelectWidth={false}
        showSearch={{
          // Of a group nothing is known but its options.
          filterOption: (input, option) => {
            const { value = '', words = '' } = option as { value?: string; words?: string }
            const typed = input.trim().toLowerCase()
            return `${value} ${words}`.includes(typed) && value !== ''
          },
        }}
        options={[
          { label: t('provisioning.secrets.title'), options: offered(secrets) },
          { label: t('provisioning.variablesTitle'), options: offered(variables) },
        ]}
      />
    </Form.Item>
  )
}
