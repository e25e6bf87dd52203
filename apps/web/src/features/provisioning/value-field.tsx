import { lineSecretName, templateVariables } from '@netward/contract/template-values'
import { AutoComplete, Form } from 'antd'
import { useContext } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../lib/use-api.ts'
import { EditedTemplate } from './edited-template.ts'
import { secretList } from './template.ts'

const reference = (name: string) => `{{${name}}}`

/** A value, with suggestions for secrets and variables: a secret is the whole value. */
export function ValueField({ name, label }: { name: (number | string)[]; label: string }) {
  return (
    <Form.Item name={name}>
      <ReferenceInput label={label} className="mono" offers={['secrets', 'variables']} />
    </Form.Item>
  )
}

/** Form.Item passes value, change and id to it. */
export function ReferenceInput(props: {
  label: string
  hint?: string
  className?: string
  offers: readonly ('secrets' | 'variables')[]
  id?: string
}) {
  const { t } = useTranslation()
  const { label, hint = label, offers, ...given } = props
  const edited = useContext(EditedTemplate)
  const input = edited === null ? {} : { templateId: edited.id }
  const stored = useApi(secretList, input, { staleTime: 60_000 }).data ?? []
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
  const groups = {
    secrets: { label: t('provisioning.secrets.title'), options: offered(secrets) },
    variables: { label: t('provisioning.variablesTitle'), options: offered(variables) },
  }
  return (
    <AutoComplete
      {...given}
      placeholder={hint}
      aria-label={label}
      maxLength={4096}
      popupMatchSelectWidth={false}
      showSearch={{
        // A group has only its options.
        filterOption: (search, option) => {
          const { value = '', words = '' } = option as { value?: string; words?: string }
          const typed = search.trim().toLowerCase()
          return `${value} ${words}`.includes(typed) && value !== ''
        },
      }}
      options={offers.map((one) => groups[one])}
    />
  )
}
