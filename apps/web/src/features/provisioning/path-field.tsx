import { AutoComplete, Form } from 'antd'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../lib/use-api.ts'

/** Chinese names are short, and a path is found by longer terms. */
const least = 2

/**
 * A path, with suggestions by common name among those known on the company's gateways. `onType` reports the
 * type of the selected one.
 */
export function PathField(props: {
  name: (number | string)[]
  label: string
  tables?: boolean
  onType?: (type: string | null) => void
}) {
  const { t } = useTranslation()
  const { name, label, tables = false, onType } = props
  const [search, setSearch] = useState('')
  const wanted = useDeferredValue(search.trim())
  const found = useApi(
    'POST /api/v1/device/template-parameters/lists',
    { search: wanted, tables },
    { enabled: wanted.length >= least, keepPrevious: true, staleTime: 60_000 },
  ).data
  const offered = wanted.length >= least ? (found ?? []) : []
  const groups = [
    {
      title: t('provisioning.suggestedByWord'),
      options: offered
        .filter(({ word }) => word !== null)
        .map(({ path, word }) => ({ value: path, label: <Worded path={path} word={word ?? ''} /> })),
    },
    {
      title: t('provisioning.suggested'),
      options: offered.filter(({ word }) => word === null).map(({ path }) => ({ value: path, label: path })),
    },
  ]
  return (
    <Form.Item name={name} rules={[{ required: true, whitespace: true, message: t('validation.missing') }]}>
      <AutoComplete
        className="mono"
        placeholder={label}
        aria-label={label}
        maxLength={256}
        popupMatchSelectWidth={false}
        showSearch={{ onSearch: setSearch, filterOption: false }}
        options={groups.flatMap(({ title, options }) =>
          options.length === 0 ? [] : [{ label: title, options }],
        )}
        onSelect={(path: string) => onType?.(offered.find((one) => one.path === path)?.type ?? null)}
      />
    </Form.Item>
  )
}

function Worded({ path, word }: { path: string; word: string }) {
  return (
    <span className="provisioning-worded">
      <span>{word}</span>
      <span className="mono">{path}</span>
    </span>
  )
}
