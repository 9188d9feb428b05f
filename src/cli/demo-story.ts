import type { Content } from '../sandbox/network'

type Customer = { phone: string; name: string; says: Content[]; queue: 0 | 1; tags?: string[]; answer?: string }

const text = (words: string): Content => ({ type: 'text', text: words })

/** Who signs in. */
export const EMAIL = 'demo@balcao.local'
export const SHOP = { company: 'Norte Fibra', name: 'Marina Costa' }
export const SHOP_NUMBER = '5511940000001'
export const QUEUES = [
  { name: 'Comercial', color: '#33a340' },
  { name: 'Suporte', color: '#0094ce' },
]
export const TAGS = [
  { name: 'VIP', color: '#a169da' },
  { name: 'Sem sinal', color: '#dd5652' },
  { name: 'Orçamento', color: '#b27f00' },
]

/** Who writes when the demonstration starts, oldest first; those with an answer are served already. */
export const CUSTOMERS: Customer[] = [
  { phone: '5541992345678', name: 'Otávio Menezes', queue: 1, says: [text('Boa tarde! Meu boleto deste mês já saiu?')] },
  {
    phone: '5551993456789',
    name: 'Rafael Tavares',
    queue: 0,
    tags: ['Orçamento'],
    says: [text('Quero o plano de 600 mega. Como faço?')],
    answer: 'Oi, Rafael! Consigo instalar na quinta. Pode ser de manhã?',
  },
  { phone: '5531991234567', name: 'Lúcia Andrade', queue: 1, says: [text('A internet caiu de novo aqui em casa'), { type: 'voice' }] },
  {
    phone: '5571988112233',
    name: 'Padaria Pão da Vila',
    queue: 1,
    tags: ['VIP'],
    says: [{ type: 'document', fileName: 'contrato.pdf' }, text('Segue o contrato assinado')],
    answer: 'Recebido, obrigada! O técnico chega entre 14h e 16h.',
  },
  {
    phone: '5521998765432',
    name: 'Caio Mendes',
    queue: 0,
    says: [text('Vocês atendem neste endereço?'), { type: 'location', latitude: -22.9068, longitude: -43.1729, name: 'Niterói' }],
  },
  { phone: '5511976543210', name: 'Beatriz Nunes', queue: 0, says: [text('Bom dia! Tem desconto para quem já é cliente?')] },
  {
    phone: '5511987654321',
    name: 'Helena Prado',
    queue: 1,
    tags: ['Sem sinal'],
    says: [text('Oi! Caiu desde ontem.'), { type: 'image', caption: 'Acho que foi o cabo do poste' }],
    answer: 'Oi, Helena! Obrigada pela foto, ajuda muito. O cabo rompeu mesmo.',
  },
]
