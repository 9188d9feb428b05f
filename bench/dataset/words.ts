const split = (text: string) => text.split(' ')

export const FIRST_NAMES = split(
  'Ana Bruno Carla Daniel Eduarda Felipe Gabriela Hugo Isabela João Karina Lucas Mariana Nicolas Olívia Paulo Quésia Rafael Sandra Tiago Úrsula Vitor Wesley Yasmin Zélia André Beatriz Caio Débora Elias Fernanda Gustavo',
)
export const LAST_NAMES = split(
  'Silva Santos Oliveira Souza Rodrigues Ferreira Alves Pereira Lima Gomes Costa Ribeiro Martins Carvalho Almeida Lopes Soares Fernandes Vieira Barbosa Rocha Dias Nascimento Andrade Moreira Nunes Marques Machado Mendes Freitas Cardoso Ramos',
)
export const WORDS = split(
  'olá bom dia boa tarde preciso de ajuda com meu pedido boleto fatura entrega prazo endereço produto troca garantia nota fiscal pagamento cartão pix desconto orçamento agendamento consulta horário amanhã hoje obrigado por favor não recebi ainda confirmação cadastro senha acesso sistema erro técnico visita instalação internet plano cancelar mudar valor parcela contrato atendente retorno ligação mensagem foto documento comprovante',
)
export const QUEUE_NAMES = [
  'Comercial',
  'Suporte',
  'Financeiro',
  'Logística',
  'Pós-venda',
  'Cobrança',
  'Agendamento',
  'Técnico',
  'Ouvidoria',
  'Retenção',
]
export const QUEUE_COLORS = split('#E53935 #8E24AA #3949AB #039BE5 #00897B #43A047 #C0CA33 #FB8C00 #6D4C41 #546E7A')
export const AREA_CODES = [11, 19, 21, 27, 31, 41, 47, 48, 51, 61, 62, 71, 81, 85, 91, 98]
