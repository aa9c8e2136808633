import type { ObjectSchema } from './lean-schema.ts';

/** How the meta-tools are listed where there are no contexts. Made by scripts/write-listed-schemas.mjs: do not edit. */
export const LISTED_SCHEMAS: Readonly<Record<string, ObjectSchema>> = {
  'afd-discover': {
    type: 'object',
    properties: {
      search: {
        type: 'string',
      },
      category: {
        type: 'string',
      },
      tag: {
        anyOf: [
          {
            type: 'string',
          },
          {
            type: 'array',
            items: {
              type: 'string',
            },
          },
        ],
      },
      tagMode: {
        type: 'string',
        enum: ['all', 'any'],
      },
      level: {
        type: 'string',
        enum: ['name', 'summary', 'signature', 'full'],
      },
      limit: {
        type: 'integer',
      },
      offset: {
        type: 'integer',
      },
      maxTokens: {
        type: 'integer',
      },
      includeMutation: {
        type: 'boolean',
      },
      includeDisabled: {
        type: 'boolean',
      },
    },
  },
  'afd-detail': {
    type: 'object',
    properties: {
      command: {
        anyOf: [
          {
            type: 'string',
          },
          {
            type: 'array',
            items: {
              type: 'string',
            },
          },
        ],
      },
      format: {
        type: 'string',
        enum: ['schema', 'typescript'],
      },
      known: {
        type: 'object',
      },
    },
    required: ['command'],
  },
  'afd-call': {
    type: 'object',
    properties: {
      command: {
        type: 'string',
      },
      input: {
        type: 'object',
      },
      select: {
        type: 'array',
        items: {
          type: 'string',
        },
      },
    },
    required: ['command'],
  },
  'afd-call-read': {
    type: 'object',
    properties: {
      command: {
        type: 'string',
      },
      input: {
        type: 'object',
      },
      select: {
        type: 'array',
        items: {
          type: 'string',
        },
      },
    },
    required: ['command'],
  },
  'afd-call-write': {
    type: 'object',
    properties: {
      command: {
        type: 'string',
      },
      input: {
        type: 'object',
      },
      select: {
        type: 'array',
        items: {
          type: 'string',
        },
      },
    },
    required: ['command'],
  },
  'afd-call-destructive': {
    type: 'object',
    properties: {
      command: {
        type: 'string',
      },
      input: {
        type: 'object',
      },
      select: {
        type: 'array',
        items: {
          type: 'string',
        },
      },
    },
    required: ['command'],
  },
  'afd-batch': {
    type: 'object',
    properties: {
      commands: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            id: {
              type: 'string',
            },
            command: {
              type: 'string',
            },
            input: {
              type: 'object',
            },
          },
          required: ['command'],
        },
      },
      options: {
        type: 'object',
        properties: {
          stopOnError: {
            type: 'boolean',
          },
          parallelism: {
            type: 'integer',
          },
          timeout: {
            type: 'integer',
          },
        },
      },
    },
    required: ['commands'],
  },
  'afd-pipe': {
    type: 'object',
    properties: {
      steps: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            command: {
              type: 'string',
            },
            input: {
              type: 'object',
            },
            as: {
              type: 'string',
            },
            when: {
              type: 'object',
            },
          },
          required: ['command'],
        },
      },
      input: {},
      options: {
        type: 'object',
        properties: {
          continueOnFailure: {
            type: 'boolean',
          },
          timeoutMs: {
            type: 'integer',
          },
        },
      },
    },
    required: ['steps'],
  },
  'afd-more': {
    type: 'object',
    properties: {
      cursor: {
        type: 'string',
      },
    },
    required: ['cursor'],
  },
};
