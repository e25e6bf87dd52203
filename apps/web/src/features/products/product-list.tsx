import { PlusOutlined } from '@ant-design/icons'
import { productCategories, productTypes } from '@netward/contract/product-values'
import { Button } from 'antd'
import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { useLanguage } from '../../lib/preferences.ts'
import { useLiveReads } from '../../lib/use-live-reads.ts'
import { type ListColumn, ListPage } from '../../ui/list-page.tsx'
import type { SearchField } from '../../ui/list-search-form.tsx'
import { Permission } from '../../ui/permission.tsx'
import { ProductIcon } from '../../ui/product-icon.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { nameIn, type Product, productsEndpoint, stateTones } from './product.ts'
import { ProductDrawer } from './product-drawer.tsx'
import { ProductForm } from './product-form.tsx'

const shownStates = ['activating', 'normal', 'maintenance', 'abnormal', 'deactivated'] as const

/** The platform's products. */
export function ProductList() {
  const { t } = useTranslation()
  const [openedId, setOpenedId] = useState<string | null>(null)
  const [creating, setCreating] = useState(false)
  const columns = useColumns(setOpenedId)
  const fields = useMemo<SearchField[]>(
    () => [
      { kind: 'text', name: 'search', label: t('products.searchLabel'), placeholder: t('products.search') },
      {
        kind: 'multi',
        name: 'state',
        label: t('products.state'),
        options: shownStates.map((value) => ({ value, label: t(`products.states.${value}`) })),
      },
      {
        kind: 'multi',
        name: 'category',
        label: t('products.category'),
        options: productCategories.map((value) => ({ value, label: t(`products.categories.${value}`) })),
      },
      {
        kind: 'multi',
        name: 'type',
        label: t('products.type'),
        options: productTypes.map((value) => ({ value, label: t(`products.types.${value}`) })),
      },
    ],
    [t],
  )
  useLiveReads(productsEndpoint, ['product.changed'])
  const createButton = (
    <Permission codes={['DMS_SERVER_ORGANIZATION_MANAGE_PRODUCT_EDIT']}>
      <Button type="primary" icon={<PlusOutlined />} onClick={() => setCreating(true)}>
        {t('products.create')}
      </Button>
    </Permission>
  )
  return (
    <>
      <ListPage
        name="products"
        title={t('shell.titles.productManagement')}
        endpoint={productsEndpoint}
        columns={columns}
        fields={fields}
        defaultSort="name"
        rowKey={({ id }) => id}
        rowName={({ nameZh }) => nameZh}
        actions={createButton}
        empty={<EmptyState title={t('products.none')} hint={t('products.noneHint')} action={createButton} />}
      />
      <ProductDrawer productId={openedId} onClose={() => setOpenedId(null)} />
      <ProductForm
        product={null}
        open={creating}
        onClose={() => setCreating(false)}
        onCreated={setOpenedId}
      />
    </>
  )
}

function useColumns(open: (id: string) => void): readonly ListColumn<Product>[] {
  const { t } = useTranslation()
  const format = useFormat()
  const language = useLanguage()
  const name = useCallback(
    (row: Product) => (
      <span className="product-named">
        <ProductIcon code={row.code} url={row.iconUrl} />
        <button
          type="button"
          aria-label={t('products.open', { name: nameIn(language, row) })}
          onClick={() => open(row.id)}
        >
          {nameIn(language, row)}
        </button>
      </span>
    ),
    [t, open, language],
  )
  return useMemo(
    () => [
      { key: 'name', title: t('products.name'), width: 220, sortable: true, render: name },
      {
        key: 'state',
        title: t('products.state'),
        width: 144,
        sortable: true,
        phone: 'status',
        render: ({ state }) => (
          <StatusTag tone={stateTones[state]}>{t(`products.states.${state}`)}</StatusTag>
        ),
      },
      { key: 'code', title: t('products.code'), width: 170, mono: true, render: (row) => row.code },
      {
        key: 'category',
        title: t('products.category'),
        width: 150,
        phone: 'value',
        render: (row) => t(`products.categories.${row.category}`),
      },
      {
        key: 'type',
        title: t('products.type'),
        width: 150,
        render: (row) => t(`products.types.${row.type}`),
      },
      {
        key: 'version',
        title: t('products.version'),
        width: 90,
        phone: 'value',
        render: (row) => row.version,
      },
      {
        key: 'applications',
        title: t('products.applications'),
        width: 120,
        align: 'right',
        phone: 'value',
        render: (row) => format.number(row.applications),
      },
      {
        key: 'updatedAt',
        title: t('products.updatedAt'),
        width: 170,
        sortable: true,
        render: (row) => format.dateTime(row.updatedAt),
      },
    ],
    [t, format, name],
  )
}
