! Numbers in what is typed. Include after Parser.

System_file;

! Library 6.12.6 reads "put one in the box" as an order about an object at the dictionary address of
! "in", and the machine stops there. Nothing in our stories is counted: a number before a noun is
! passed over ("nine doors" are "doors"), and anywhere else it is a word that they do not know.
[ BeforeParsing word next i;
    for (word = 1 : word < NumberWords() : word++) {
        next = WordValue(word + 1);
        if (NumberWord(WordValue(word)) && next && (next->#dict_par1) & DICT_NOUN)
            for (i = 0 : i < WordLength(word) : i++) WordAddress(word)->i = ' ';
    }
    Tokenise__(buffer, parse);
    for (word = 1 : word <= NumberWords() : word++)
        if (NumberWord(WordValue(word))) parse-->(2 * word - 1) = 0;
];
[ ParseNumber text length; text = length; return -1000; ];
