import { SearchOutlined } from '@ant-design/icons'
import { useNavigate } from '@tanstack/react-router'
import { AutoComplete, Input, type InputRef } from 'antd'
import { useDeferredValue, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type FoundItem, useSearchGroups } from './search-groups.ts'
import { isSearchKey, placeOf } from './search-key.ts'

/** Of the entry of a group that leads to its list; the others have their place in the group. */
const wholeList = 'list'

/** Finds devices, outlets, lines, tenants and people; `/` and Ctrl+K lead to it. */
export function GlobalSearch() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const input = useRef<InputRef>(null)
  const [text, setText] = useState('')
  const [open, setOpen] = useState(false)
  const { groups, searched } = useSearchGroups(useDeferredValue(text))
  useEffect(() => {
    const focus = (event: KeyboardEvent) => {
      if (event.defaultPrevented || !isSearchKey(event, placeOf(event.target))) return
      event.preventDefault()
      input.current?.focus({ cursor: 'all' })
    }
    document.addEventListener('keydown', focus)
    return () => document.removeEventListener('keydown', focus)
  }, [])
  const go = (href: string, kept: string) => {
    setText(kept)
    setOpen(false)
    input.current?.blur()
    void navigate({ href })
  }
  const select = (value: string) => {
    const [key, place] = value.split('/')
    const group = groups.find((one) => one.key === key)
    const item = group?.items[Number(place)]
    if (item !== undefined) go(item.href, '')
    else if (group !== undefined) go(group.listHref, text)
  }
  return (
    <AutoComplete
      className="global-search"
      classNames={{ popup: { root: 'global-search-popup' } }}
      value={text}
      open={open && text.trim() !== ''}
      onOpenChange={setOpen}
      options={groups.map(({ key, label, items, more }) => ({
        label,
        options: [
          ...items.map((item, place) => ({ value: `${key}/${place}`, label: <Found item={item} /> })),
          ...(more
            ? [{ value: `${key}/${wholeList}`, label: <em>{t('shell.searchAll', { list: label })}</em> }]
            : []),
        ],
      }))}
      notFoundContent={searched ? t('shell.searchNothing') : null}
      popupMatchSelectWidth={400}
      listHeight={520}
      virtual={false}
      defaultActiveFirstOption={false}
      onSearch={(typed) => {
        setText(typed)
        setOpen(true)
      }}
      onSelect={select}
    >
      <Input
        ref={input}
        aria-label={t('shell.searchLabel')}
        aria-keyshortcuts="/ Control+K Meta+K"
        placeholder={t('shell.searchHint')}
        prefix={<SearchOutlined />}
        suffix={text === '' ? <kbd aria-hidden="true">/</kbd> : <span />}
        maxLength={100}
        allowClear
        onClear={() => setText('')}
        onPressEnter={() => {
          const [first] = groups
          if (first !== undefined) go(first.listHref, text)
        }}
      />
    </AutoComplete>
  )
}

function Found({ item }: { item: FoundItem }) {
  return (
    <div className="global-search-item">
      <strong>{item.name}</strong>
      <span className="mono">{item.code}</span>
      <span>{item.note}</span>
    </div>
  )
}
